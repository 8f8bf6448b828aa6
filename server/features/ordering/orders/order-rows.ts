import { type Order, type OrderEvent, type OrderLine, order as orderSchema, type Refund } from '#contract/ordering.ts'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import type { Queries, Tx } from '../../../db/database.ts'
import type { OrderEventsTable } from '../../../db/ordering-tables.ts'
import type { RefundsTable } from '../../../db/payment-tables.ts'
import { onlyPresented, type Presented, presentRows } from '../../../http/present-rows.ts'

/** A line as it is stored. `counted` tells that its portions were counted down, and are returned if the order fails. */
export type StoredLine = OrderLine & { counted: boolean }

/** Selects orders with the public details of their kitchens. */
export const selectOrders = (db: Queries) =>
  db
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .selectAll('orders')
    .select(['vendors.slug', 'vendors.name as vendor_name', 'vendors.phone as vendor_phone'])
    .select(['vendors.place', 'vendors.timezone'])

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

/** Returns the unit of the amounts of an order. */
export const toMoneyUnit = ({ currency, currency_digits }: Pick<OrderRow, 'currency' | 'currency_digits'>) => ({
  currency,
  currencyDigits: currency_digits,
})

/** Formats the name of an order for the desk: "order 12 at Corner Kitchen". */
export const formatOrderName = ({ number, vendor_name }: Pick<OrderRow, 'number' | 'vendor_name'>): string =>
  `order ${number} at ${vendor_name}`

/** Locks an order until the end of the transaction. SQLite locks the whole database anyway. */
export async function lockOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
}

/** Converts rows to orders with their histories, in the order of the rows. `damaged` lists rows that the schema rejects. */
export async function presentOrders(db: Queries, rows: readonly OrderRow[]): Promise<Presented<Order>> {
  const events = new Map<string, OrderEventsTable[]>(rows.map(({ id }) => [id, []]))
  const eventRows = rows.length
    ? await db
        .selectFrom('order_events')
        .selectAll()
        .where('order_id', 'in', [...events.keys()])
        .orderBy('order_id')
        .orderBy('version')
        .execute()
    : []
  for (const event of eventRows) events.get(event.order_id)?.push(event)
  const cards = await readCardDetails(
    db,
    rows.filter(({ payment }) => payment === 'card').map(({ id }) => id),
  )
  return presentRows('order', orderSchema, rows, (row) =>
    toOrder(row, (events.get(row.id) ?? []).map(presentEvent), cards.get(row.id) ?? noCard),
  )
}

type CardDetails = Pick<Order, 'declined' | 'card' | 'refunds'>
const noCard: CardDetails = { declined: '', card: '', refunds: [] }

/** Reads the cards and refunds of orders, by order id. Refunds are sorted from oldest to newest. */
async function readCardDetails(db: Queries, ids: readonly string[]): Promise<Map<string, CardDetails>> {
  if (ids.length === 0) return new Map()
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'declined', 'card'])
    .where('order_id', 'in', ids)
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', 'in', ids).orderBy('id').execute()
  const refundsByOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    payments.map(({ order_id, declined, card }) => [
      order_id,
      { declined, card, refunds: (refundsByOrder.get(order_id) ?? []).map(presentRefund) },
    ]),
  )
}

const presentRefund = ({ id, amount, reason, state, at }: RefundsTable): Refund => ({
  refundId: id,
  amount,
  reason,
  state,
  at,
})

/** Converts one row to an order with its history. @throws {DamagedRow} when the schema rejects it, which rolls back a transaction */
export async function presentOrder(db: Queries, row: OrderRow): Promise<Order> {
  return onlyPresented(await presentOrders(db, [row])) as Order
}

/** Returns the public details of the kitchen of an order. */
export const presentOrderKitchen = (row: OrderRow): Order['vendor'] => ({
  vId: row.vendor_id,
  slug: row.slug,
  name: row.vendor_name,
  phone: row.vendor_phone,
  place: row.place,
  timezone: row.timezone,
})

function toOrder(row: OrderRow, events: OrderEvent[], cardDetails: CardDetails): Order {
  return {
    orderId: row.id,
    number: row.number,
    vendor: presentOrderKitchen(row),
    currency: row.currency,
    currencyDigits: row.currency_digits,
    customer: {
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      guest: row.is_guest === 1,
    },
    service: row.service,
    slotAt: row.slot_at,
    promisedAt: row.promised_at,
    address: row.address === null ? null : JSON.parse(row.address),
    lines: parseLines(row).map(({ counted: _, ...line }) => line),
    subtotal: row.subtotal,
    deliveryFee: row.delivery_fee,
    total: row.total,
    payment: row.payment,
    paymentState: row.payment_state,
    payBy: row.state === 'awaiting_payment' ? row.placed_at + PAYMENT_DEADLINE_MS : null,
    ...cardDetails,
    note: row.note,
    referral: row.referral,
    state: row.state,
    version: row.version,
    placedAt: row.placed_at,
    acceptBy: row.accept_by,
    events,
  }
}

/** Returns the lines of an order. */
export const parseLines = ({ lines }: { lines: string }): StoredLine[] => JSON.parse(lines)

const presentEvent = (event: OrderEventsTable): OrderEvent => ({
  at: event.at,
  actor: event.actor,
  from: event.from_state,
  to: event.to_state,
  reason: event.reason,
  promisedAt: event.promised_at,
  acknowledged: JSON.parse(event.acknowledged),
})
