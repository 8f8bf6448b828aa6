import type { Board } from '#contract/kitchen-orders.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import type { Queries } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { findTerms } from '../kitchens/read-kitchen.ts'
import { readFigures } from './figures.ts'
import { orderRows, presentOrders } from './order-rows.ts'

/** No day is longer, not even when clocks are put back. */
const DAY_MS_MAX = 25 * HOUR_MS

/** A kitchen's open orders, and those that ended today, oldest first; without those that wait for their payment. @throws {Refusal} not_found */
export async function readBoard(db: Queries, vId: string): Promise<Board> {
  const now = Date.now()
  const kitchen = await findTerms(db, { vId }, now)
  if (!kitchen) throw new Refusal('not_found')
  const { status, ...terms } = kitchen
  const dayOf = (instant: number) => formatLocalDate(instant, terms.timezone)
  const ofKitchen = db
    .selectFrom('orders')
    .select('id')
    .where('vendor_id', '=', vId)
    .where('reached_at', 'is not', null)
  const rows = await orderRows(db)
    // Two looks into the index of their ends: asked for either, SQLite reads every order that the kitchen has ever had.
    .where(
      'orders.id',
      'in',
      ofKitchen.where('ended_at', 'is', null).unionAll(ofKitchen.where('ended_at', '>', now - DAY_MS_MAX)),
    )
    .orderBy('orders.id')
    .execute()
  const listed = rows.filter(({ ended_at }) => ended_at === null || dayOf(ended_at) === dayOf(now))
  const { today } = await readFigures(db, vId, { timezone: terms.timezone, days: 1 })
  const { shown: orders, damaged } = await presentOrders(db, listed)
  return { terms, status, orders, damaged, today, now }
}
