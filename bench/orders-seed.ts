import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import { buildUuidV7, type InsertRows, type TableRow } from './rows.ts'

/**
 * The orders of a database. `orders` is their total number. The numbers of open orders, of today's orders and of last
 * month's orders do not depend on the total.
 */
export interface OrderSeedOptions {
  orders: number
  /** The id of the measured kitchen, which has half of the orders. */
  kitchen: string
  /** The id of the kitchen that has the other half of the orders. */
  otherKitchen: string
  /** The customer of every tenth order. */
  customer: string
}

const OPEN = 20
const ENDED_TODAY = 30
/** The number of orders of each kitchen on each earlier day. */
const A_DAY = 10

const made: readonly OrderState[] = ['placed', 'accepted', 'preparing', 'ready', 'collected']

/** The data of an order that depend on its position among the orders of its kitchen, counted from the newest. */
interface Order {
  id: string
  at: number
  day: string
  number: number
  isOpen: boolean
}

/** Inserts orders with their events. Uses no random values, so the same input gives the same database. */
export async function seedOrders(insert: InsertRows, shape: OrderSeedOptions, now: number): Promise<void> {
  const half = Math.floor(shape.orders / 2)
  for (const [kind, vendor] of [shape.kitchen, shape.otherKitchen].entries()) {
    const orders = Array.from({ length: half }, (_, i) => orderAt(kind, half - 1 - i, now))
    await insert(
      'orders',
      orders.map((order, i) => orderRow(order, vendor, i % 10 === 0 ? shape.customer : null, i)),
    )
    await insert('order_events', orders.flatMap(eventRows))
  }
}

function orderAt(kind: number, place: number, now: number): Order {
  const today = OPEN + ENDED_TODAY
  const daysAgo = place < today ? 0 : 1 + Math.floor((place - today) / A_DAY)
  // Today's orders are placed milliseconds before now, so that none of them falls on the day before.
  const at = now - daysAgo * DAY_MS - place
  const number = place < today ? today - place : A_DAY - ((place - today) % A_DAY)
  const day = new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10)
  return { id: buildUuidV7(at, 5 + kind, place), at, day, number, isOpen: place < OPEN }
}

function orderRow(
  { id, at, day, number, isOpen }: Order,
  vendor: string,
  customer: string | null,
  i: number,
): TableRow {
  const line = { itemId: buildUuidV7(0, 9, i % 20), name: `Dish ${i % 20}`, quantity: 2, unitPrice: 950, choices: [] }
  return {
    id,
    vendor_id: vendor,
    day,
    number,
    tracking_token: `token-${id}`,
    user_id: customer,
    place_key: id,
    place_hash: '',
    customer_name: 'Guest',
    customer_email: `guest-${i}@example.org`,
    customer_phone: '',
    customer_email_key: `guest-${i}@example.org`,
    is_guest: customer ? 0 : 1,
    service: 'pickup',
    slot_at: null,
    ready_slot: at,
    promised_at: at + 20 * MINUTE_MS,
    address: null,
    currency: 'GBP',
    subtotal: 1_900,
    lines: JSON.stringify([{ ...line, dietaryRequirements: [], allergens: ['gluten'] }]),
    delivery_fee: 0,
    total: 1_900,
    payment: 'cash',
    payment_state: 'none',
    note: '',
    referral: '',
    accept_by: at + 10 * MINUTE_MS,
    state: isOpen ? 'accepted' : 'collected',
    version: isOpen ? 2 : made.length,
    placed_at: at,
    reached_at: at,
    ended_at: isOpen ? null : at,
  }
}

const eventRows = ({ id, at, isOpen }: Order): TableRow[] =>
  made.slice(0, isOpen ? 2 : made.length).map((state, i) => ({
    order_id: id,
    version: i + 1,
    at,
    actor: i === 0 ? 'customer' : 'vendor',
    actor_id: null,
    reason: '',
    from_state: made[i - 1] ?? null,
    to_state: state,
    promised_at: null,
    acknowledged: '[]',
  }))
