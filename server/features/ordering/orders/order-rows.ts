import type { Transaction } from 'kysely'
import { type Order, type OrderEvent, type OrderLine, order as orderSchema, type Refund } from '#contract/ordering.ts'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { OrderEventsTable } from '../../../db/ordering-tables.ts'
import type { RefundsTable } from '../../../db/payment-tables.ts'
import type { Schema } from '../../../db/schema.ts'
import { type Presented, presentedOne, presentRows } from '../../../http/present-rows.ts'

/** A line as it is kept; `counted`: whether its portions were counted down, and are given back when it comes to nothing. */
export type KeptLine = OrderLine & { counted: boolean }

/** Orders with what their customers may know of the kitchen. */
export const orderRows = (db: Queries) =>
  db
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .selectAll('orders')
    .select(['vendors.slug', 'vendors.name as vendor_name', 'vendors.phone as vendor_phone'])
    .select(['vendors.place', 'vendors.timezone'])

export type OrderRow = Awaited<ReturnType<ReturnType<typeof orderRows>['executeTakeFirstOrThrow']>>

/** The unit of the amounts of an order. */
export const unitOfOrder = ({ currency, currency_digits }: Pick<OrderRow, 'currency' | 'currency_digits'>) => ({
  currency,
  currencyDigits: currency_digits,
})

/** What people at the desk know an order by. */
export const nameOfOrder = ({ number, vendor_name }: Pick<OrderRow, 'number' | 'vendor_name'>): string =>
  `order ${number} at ${vendor_name}`

/** Until the end of the transaction nobody else moves the order; SQLite holds the whole database anyway. */
export async function lockOrder(tx: Transaction<Schema>, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
}

/** Orders with their histories, in the order of the rows; those that the contract does not take are left out and named. */
export async function presentOrders(db: Queries, rows: readonly OrderRow[]): Promise<Presented<Order>> {
  const events = new Map<string, OrderEventsTable[]>(rows.map(({ id }) => [id, []]))
  const found = rows.length
    ? await db
        .selectFrom('order_events')
        .selectAll()
        .where('order_id', 'in', [...events.keys()])
        .orderBy('order_id')
        .orderBy('version')
        .execute()
    : []
  for (const event of found) events.get(event.order_id)?.push(event)
  const cards = await cardPaymentsOf(
    db,
    rows.filter(({ payment }) => payment === 'card').map(({ id }) => id),
  )
  return presentRows('order', orderSchema, rows, (row) =>
    presentOrder(row, (events.get(row.id) ?? []).map(presentEvent), cards.get(row.id) ?? byHand),
  )
}

type ByCard = Pick<Order, 'declined' | 'card' | 'refunds'>
const byHand: ByCard = { declined: '', card: '', refunds: [] }

/** What is known of the cards of orders, and what was given back of each, oldest first. */
async function cardPaymentsOf(db: Queries, ids: readonly string[]): Promise<Map<string, ByCard>> {
  if (ids.length === 0) return new Map()
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'declined', 'card'])
    .where('order_id', 'in', ids)
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', 'in', ids).orderBy('id').execute()
  const byOrder = Map.groupBy(refunds, ({ order_id }) => order_id)
  return new Map(
    payments.map(({ order_id, declined, card }) => [
      order_id,
      { declined, card, refunds: (byOrder.get(order_id) ?? []).map(presentRefund) },
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

/** One order with its history. @throws {DamagedRow} where the contract does not take it: before a commit nothing is changed then */
export async function presentOne(db: Queries, row: OrderRow): Promise<Order> {
  return presentedOne(await presentOrders(db, [row])) as Order
}

/** What everybody who may read an order is told of its kitchen. */
export const kitchenOfOrder = (row: OrderRow): Order['vendor'] => ({
  vId: row.vendor_id,
  slug: row.slug,
  name: row.vendor_name,
  phone: row.vendor_phone,
  place: row.place,
  timezone: row.timezone,
})

/** An order as those who may read it see it. */
function presentOrder(row: OrderRow, events: OrderEvent[], byCard: ByCard): Order {
  return {
    orderId: row.id,
    number: row.number,
    vendor: kitchenOfOrder(row),
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
    lines: linesOf(row).map(({ counted: _, ...line }) => line),
    subtotal: row.subtotal,
    deliveryFee: row.delivery_fee,
    total: row.total,
    payment: row.payment,
    paymentState: row.payment_state,
    payBy: row.state === 'awaiting_payment' ? row.placed_at + PAYMENT_DEADLINE_MS : null,
    ...byCard,
    note: row.note,
    referral: row.referral,
    state: row.state,
    version: row.version,
    placedAt: row.placed_at,
    acceptBy: row.accept_by,
    events,
  }
}

/** What was ordered. */
export const linesOf = ({ lines }: { lines: string }): KeptLine[] => JSON.parse(lines)

const presentEvent = (event: OrderEventsTable): OrderEvent => ({
  at: event.at,
  actor: event.actor,
  from: event.from_state,
  to: event.to_state,
  reason: event.reason,
  promisedAt: event.promised_at,
  acknowledged: JSON.parse(event.acknowledged),
})
