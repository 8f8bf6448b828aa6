import type { Board } from '#contract/kitchen-orders.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { requireKitchen } from '../kitchens/read-kitchen.ts'
import { buildOrdersQuery, presentOrdersWithHistories } from './order-rows.ts'
import { readDailyFigures } from './sales-figures.ts'

/** The length of the longest possible day: the day on which clocks are put back. */
const DAY_MS_MAX = 25 * HOUR_MS

/**
 * Returns the open orders of a kitchen and those that ended today, oldest first. Unpaid orders are left out.
 * @throws {Refusal} not_found
 */
export async function readKitchenBoard(db: DatabaseOrTx, kitchenId: string): Promise<Board> {
  const now = Date.now()
  const { status, terms } = await requireKitchen(db, kitchenId, now)
  const toLocalDate = (instant: number) => formatLocalDate(instant, terms.timezone)
  const ordersOfKitchen = db
    .selectFrom('orders')
    .select('id')
    .where('vendor_id', '=', kitchenId)
    .where('reached_at', 'is not', null)
  const rows = await buildOrdersQuery(db)
    // A union uses the index on `ended_at`. With `or`, SQLite would read every order of the kitchen.
    .where(
      'orders.id',
      'in',
      ordersOfKitchen.where('ended_at', 'is', null).unionAll(ordersOfKitchen.where('ended_at', '>', now - DAY_MS_MAX)),
    )
    .orderBy('orders.id')
    .execute()
  const listed = rows.filter(({ ended_at }) => ended_at === null || toLocalDate(ended_at) === toLocalDate(now))
  const { today } = await readDailyFigures(db, kitchenId, { timezone: terms.timezone, days: 1 })
  const { shown: orders, damaged } = await presentOrdersWithHistories(db, listed)
  return { terms, status, orders, damaged, today, now }
}
