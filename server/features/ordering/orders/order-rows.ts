import { type Order, type OrderLine, orderSchema } from '#contract/ordering.ts'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import { toCamelCaseRow } from '../../../db/camel-case.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import { createNotFoundRefusal } from '../../../http/failures.ts'
import { getOnlyRow, type PresentedRows, presentRows } from '../../../http/present-rows.ts'

/**
 * A line as it is stored. `counted`: its portions were subtracted from the stock, and are returned if the order fails.
 */
export type StoredLine = OrderLine & { counted: boolean }

/**
 * Selects orders with details of their kitchens. Each row has `currency` and `currencyDigits`, so functions that format
 * or convert amounts accept a row as the unit.
 */
export const buildOrdersQuery = (db: DatabaseOrTx) =>
  db
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .selectAll('orders')
    .select(['vendors.slug', 'vendors.name as vendor_name', 'vendors.phone as vendor_phone'])
    .select(['vendors.place', 'vendors.timezone', 'vendors.orders_per_slot', 'currency_digits as currencyDigits'])

export type OrderRow = Awaited<ReturnType<ReturnType<typeof buildOrdersQuery>['executeTakeFirstOrThrow']>>

/** @throws {Refusal} not_found */
export const requireOrderRow = (db: DatabaseOrTx, id: string): Promise<OrderRow> =>
  buildOrdersQuery(db).where('orders.id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal)

/** Reads an order with its history. @throws {Refusal} not_found @throws {DamagedRowError} when the schema rejects it */
export const requireOrder = async (db: DatabaseOrTx, id: string): Promise<Order> =>
  presentOrderWithHistory(db, await requireOrderRow(db, id))

/**
 * Locks an order until the end of the transaction. SQLite locks the whole database anyway.
 * @throws {Refusal} not_found
 */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
  return requireOrderRow(tx, id)
}

/** Formats the name of an order for the desk: "order 12 at Corner Kitchen". */
export const formatOrderName = ({ number, vendor_name }: Pick<OrderRow, 'number' | 'vendor_name'>): string =>
  `order ${number} at ${vendor_name}`

/** Converts rows to orders with their histories, in the same sequence. `damaged` lists rows that the schema rejects. */
export async function presentOrdersWithHistories(
  db: DatabaseOrTx,
  rows: readonly OrderRow[],
): Promise<PresentedRows<Order>> {
  const ids = rows.map(({ id }) => id)
  const eventRows = ids.length
    ? await db
        .selectFrom('order_events')
        .selectAll()
        .where('order_id', 'in', ids)
        .orderBy('order_id')
        .orderBy('version')
        .execute()
    : []
  const events = Map.groupBy(eventRows, ({ order_id }) => order_id)
  const cards = await readCardDetails(
    db,
    rows.filter(({ payment }) => payment === 'card').map(({ id }) => id),
  )
  return presentRows('order', orderSchema, rows, (row) => ({
    ...presentOrderHead(row),
    address: row.address === null ? null : JSON.parse(row.address),
    lines: parseStoredLines(row),
    payBy: row.state === 'awaiting_payment' ? row.placed_at + PAYMENT_DEADLINE_MS : null,
    ...(cards.get(row.id) ?? { declined: '', card: '', refunds: [] }),
    events: (events.get(row.id) ?? []).map(({ from_state, to_state, acknowledged, ...event }) => ({
      ...toCamelCaseRow(event),
      from: from_state,
      to: to_state,
      acknowledged: JSON.parse(acknowledged),
    })),
  }))
}

/** Reads the cards and refunds of orders, by order id. Refunds are sorted from oldest to newest. */
async function readCardDetails(db: DatabaseOrTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'declined', 'card'])
    .where('order_id', 'in', ids)
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['order_id', 'id as refundId', 'amount', 'reason', 'state', 'at'])
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute()
  const refundsByOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    payments.map(({ order_id, ...card }) => [order_id, { ...card, refunds: refundsByOrder.get(order_id) ?? [] }]),
  )
}

/**
 * Converts one row to an order with its history.
 * @throws {DamagedRowError} when the schema rejects the order; the error rolls back the transaction of the caller
 */
export async function presentOrderWithHistory(db: DatabaseOrTx, row: OrderRow): Promise<Order> {
  return getOnlyRow(await presentOrdersWithHistories(db, [row]))
}

export const presentOrderKitchen = (row: OrderRow): Order['vendor'] => ({
  vId: row.vendor_id,
  slug: row.slug,
  name: row.vendor_name,
  phone: row.vendor_phone,
  place: row.place,
  timezone: row.timezone,
})

/** Returns the fields of an order that have columns of their own. */
export const presentOrderHead = (row: OrderRow) => ({
  ...toCamelCaseRow(row),
  orderId: row.id,
  vendor: presentOrderKitchen(row),
  customer: {
    name: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
    guest: row.is_guest === 1,
  },
})

export const parseStoredLines = ({ lines }: { lines: string }): StoredLine[] => JSON.parse(lines)
