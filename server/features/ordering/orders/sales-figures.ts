import * as z from 'zod'
import type { DailySales } from '#contract/kitchen-orders.ts'
import { DAY_MS } from '#contract/limits.ts'
import { toCurrentMinorUnits } from '#contract/money.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { failedOrderStates } from '../kitchens/full-slots.ts'
import { requireKitchen } from '../kitchens/read-kitchen.ts'
import { parseStoredLines } from './order-rows.ts'

const DAYS = 30
const soldLines = z.array(z.object({ itemId: z.string(), name: z.string(), quantity: z.int(), total: z.int() }))
const zeroFigures: DailySales = { orders: 0, total: 0, lost: 0 }

/** Returns the sales of a kitchen in the last thirty days, and the dishes sold today. @throws {Refusal} not_found */
export async function readSalesFigures(db: DatabaseOrTx, kitchenId: string) {
  const { timezone, currency } = (await requireKitchen(db, kitchenId)).terms
  const { days, today } = await readDailyFigures(db, kitchenId, { timezone, days: DAYS })
  const date = formatLocalDate(Date.now(), timezone)
  return { days, today, ...(await listSoldDishes(db, kitchenId, date)), currency }
}

/** Returns the figures of the last `days` days, oldest first, including days without orders. */
export async function readDailyFigures(
  db: DatabaseOrTx,
  kitchenId: string,
  { timezone, days }: { timezone: string; days: number },
) {
  const dates = listDatesUntil(formatLocalDate(Date.now(), timezone), days)
  const rows = await db
    .selectFrom('orders')
    .select(({ fn, cast }) => [
      ...(['day', 'currency', 'currency_digits as currencyDigits'] as const),
      fn.countAll<number>().filterWhere('state', 'not in', failedOrderStates).as('orders'),
      // Postgres returns a sum of 64-bit integers as numeric.
      cast<number | null>(fn.sum('total').filterWhere('state', 'not in', failedOrderStates), 'bigint').as('total'),
      fn.countAll<number>().filterWhere('state', 'in', failedOrderStates).as('lost'),
    ])
    .where('vendor_id', '=', kitchenId)
    .where('day', '>=', dates[0] ?? '')
    // Orders that were never paid did not reach the kitchen.
    .where('reached_at', 'is not', null)
    .groupBy(['day', 'currency', 'currency_digits'])
    .execute()
  const figuresByDay = new Map<string, DailySales>()
  for (const { day, orders, lost, ...row } of rows) {
    const before = figuresByDay.get(day) ?? zeroFigures
    const total = before.total + toCurrentMinorUnits(row.total ?? 0, row)
    figuresByDay.set(day, { orders: before.orders + orders, total, lost: before.lost + lost })
  }
  const figuresOf = (date: string): DailySales => figuresByDay.get(date) ?? zeroFigures
  return { days: dates.map((date) => ({ date, ...figuresOf(date) })), today: figuresOf(dates.at(-1) ?? '') }
}

/** Lists calendar dates up to `last`, oldest first. Clock changes do not affect the dates. */
function listDatesUntil(last: string, count: number): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, at) => new Date(end - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10))
}

async function listSoldDishes(db: DatabaseOrTx, kitchenId: string, day: string) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'lines', 'currency', 'currency_digits as currencyDigits'])
    .where('vendor_id', '=', kitchenId)
    .where('day', '=', day)
    .where('state', 'not in', failedOrderStates)
    .where('reached_at', 'is not', null)
    .execute()
  const sold = new Map<string, { name: string; quantity: number; total: number }>()
  const { shown, damaged } = presentRows('order', soldLines, rows, (row) =>
    parseStoredLines(row).map(({ unitPrice, ...line }) => ({
      ...line,
      total: toCurrentMinorUnits(line.quantity * unitPrice, row),
    })),
  )
  for (const { itemId, name, quantity, total } of shown.flat()) {
    const before = sold.get(itemId) ?? { name, quantity: 0, total: 0 }
    sold.set(itemId, { name, quantity: before.quantity + quantity, total: before.total + total })
  }
  const items = [...sold.values()].toSorted((a, b) => b.quantity - a.quantity || (a.name < b.name ? -1 : 1))
  return { items, damaged }
}
