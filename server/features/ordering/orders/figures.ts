import * as z from 'zod'
import type { SalesFigures } from '#contract/kitchen-orders.ts'
import { DAY_MS } from '#contract/limits.ts'
import { toCurrentMinorUnits } from '#contract/money.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import type { Queries } from '../../../db/database.ts'
import { Refusal } from '../../../http/failures.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { lostStates } from '../kitchens/full-slots.ts'
import { linesOf, unitOfOrder } from './order-rows.ts'

const DAYS = 30
const soldLines = z.array(z.object({ itemId: z.string(), name: z.string(), quantity: z.int(), total: z.int() }))
const nothing: SalesFigures = { orders: 0, total: 0, lost: 0 }

/** What a kitchen has sold in the last thirty days, and of what today. @throws {Refusal} not_found */
export async function readFiguresOf(db: Queries, vId: string) {
  const vendor = await db
    .selectFrom('vendors')
    .select(['timezone', 'currency'])
    .where('id', '=', vId)
    .executeTakeFirst()
  if (!vendor) throw new Refusal('not_found')
  const { days, today } = await readFigures(db, vId, { timezone: vendor.timezone, days: DAYS })
  const date = formatLocalDate(Date.now(), vendor.timezone)
  return { days, today, ...(await soldOn(db, vId, date)), currency: vendor.currency }
}

/** The figures of so many days up to today, oldest first; those without orders too. */
export async function readFigures(db: Queries, vId: string, { timezone, days }: { timezone: string; days: number }) {
  const dates = datesUntil(formatLocalDate(Date.now(), timezone), days)
  const rows = await db
    .selectFrom('orders')
    .select(({ fn, cast }) => [
      ...(['day', 'currency', 'currency_digits'] as const),
      fn.countAll<number>().filterWhere('state', 'not in', lostStates).as('orders'),
      // Postgres makes a sum of 64-bit integers something else.
      cast<number | null>(fn.sum('total').filterWhere('state', 'not in', lostStates), 'bigint').as('total'),
      fn.countAll<number>().filterWhere('state', 'in', lostStates).as('lost'),
    ])
    .where('vendor_id', '=', vId)
    .where('day', '>=', dates[0] ?? '')
    // What was never paid never was an order to the kitchen.
    .where('reached_at', 'is not', null)
    .groupBy(['day', 'currency', 'currency_digits'])
    .execute()
  const known = new Map<string, SalesFigures>()
  for (const { day, orders, lost, ...row } of rows) {
    const before = known.get(day) ?? nothing
    const total = before.total + toCurrentMinorUnits(row.total ?? 0, unitOfOrder(row))
    known.set(day, { orders: before.orders + orders, total, lost: before.lost + lost })
  }
  const of = (date: string): SalesFigures => known.get(date) ?? nothing
  return { days: dates.map((date) => ({ date, ...of(date) })), today: of(dates.at(-1) ?? '') }
}

/** Calendar dates: no clock is put forward or back between them. */
function datesUntil(last: string, count: number): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, at) => new Date(end - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10))
}

async function soldOn(db: Queries, vId: string, day: string) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'lines', 'currency', 'currency_digits'])
    .where('vendor_id', '=', vId)
    .where('day', '=', day)
    .where('state', 'not in', lostStates)
    .where('reached_at', 'is not', null)
    .execute()
  const sold = new Map<string, { name: string; quantity: number; total: number }>()
  const { shown, damaged } = presentRows('order', soldLines, rows, (row) =>
    linesOf(row).map(({ unitPrice, ...line }) => ({
      ...line,
      total: toCurrentMinorUnits(line.quantity * unitPrice, unitOfOrder(row)),
    })),
  )
  for (const { itemId, name, quantity, total } of shown.flat()) {
    const before = sold.get(itemId) ?? { name, quantity: 0, total: 0 }
    sold.set(itemId, { name, quantity: before.quantity + quantity, total: before.total + total })
  }
  const items = [...sold.values()].toSorted((a, b) => b.quantity - a.quantity || (a.name < b.name ? -1 : 1))
  return { items, damaged }
}
