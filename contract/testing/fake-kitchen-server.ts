import type { ManageableKitchen, ManagedKitchen } from '../kitchen.ts'
import type { Board } from '../kitchen-orders.ts'
import type { Order } from '../ordering.ts'
import { buildDailyHours, buildTerms } from './sample-kitchen.ts'

/** An evening in the fake kitchen's time zone: 19:00. */
export const FAKE_NOW = Date.parse('2026-11-20T19:00:00Z')
const MINUTE = 60_000
const VENDOR = '0190a000-0000-7000-8000-000000000001'

const choice = (id: string, name: string) => ({ id, name, priceAdjustment: 0, allergens: [], soldOutUntil: null })
const dish = (itemId: string, name: string): ManagedKitchen['categories'][number]['items'][number] => ({
  itemId,
  name,
  description: '',
  price: 950,
  picture: null,
  allergens: [],
  diets: [],
  soldOutUntil: null,
  portionsLeft: null,
  maxPerOrder: null,
  available: true,
  options: [],
})

/** Builds a kitchen in London that is always open. */
export const buildManagedKitchen = (): ManagedKitchen => ({
  terms: buildTerms({ vId: VENDOR, slug: 'double', hours: buildDailyHours(['00:00–00:00']) }),
  categories: [
    {
      id: '0190a000-0000-7000-8000-0000000000c1',
      name: 'Mains',
      items: [
        {
          ...dish('0190a000-0000-7000-8000-0000000000a1', 'Double smash'),
          options: [
            {
              optionId: '0190a000-0000-7000-8000-0000000000b1',
              name: 'Size',
              min: 1,
              max: 1,
              choices: [choice('0190a000-0000-7000-8000-0000000000d1', 'Large')],
            },
          ],
        },
        dish('0190a000-0000-7000-8000-0000000000a2', 'Loaded fries'),
      ],
    },
  ],
  fullSlots: [],
  status: 'active',
  role: 'owner',
  invitations: [],
  confirmFirst: false,
  now: FAKE_NOW,
  members: [],
})

/** Builds an order of the fake kitchen. @param number counts from 1 and determines the order's id */
export function buildOrder(number: number, by: Partial<Order> = {}): Order {
  return {
    orderId: `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    number,
    vendor: {
      vId: VENDOR,
      slug: 'double',
      name: 'Nebelhorn Kitchen',
      phone: '',
      place: '',
      timezone: 'Europe/London',
    },
    currency: 'GBP',
    currencyDigits: 2,
    customer: { name: 'Theo M', email: 'theo@example.org', phone: '+44 20 7946 0001', guest: false },
    service: 'pickup',
    slotAt: null,
    promisedAt: FAKE_NOW + 25 * MINUTE,
    address: null,
    lines: [
      {
        itemId: '0190a000-0000-7000-8000-0000000000a2',
        name: 'Loaded fries',
        quantity: 2,
        unitPrice: 550,
        choices: [],
        dietaryRequirements: [],
        allergens: [],
      },
    ],
    subtotal: 1100,
    deliveryFee: 0,
    total: 1100,
    payment: 'cash',
    paymentState: 'none',
    note: '',
    referral: '',
    payBy: null,
    declined: '',
    card: '',
    refunds: [],
    state: 'placed',
    version: 1,
    placedAt: FAKE_NOW - MINUTE,
    acceptBy: FAKE_NOW + 9 * MINUTE,
    events: [],
    ...by,
  }
}

/**
 * The simulated server of a kitchen: the data of its board, the received requests, and the failures that a test can
 * cause.
 */
export interface FakeKitchenState {
  kitchen: ManagedKitchen
  orders: Order[]
  /** The milliseconds by which the server's clock is ahead of the page's. */
  ahead: number
  /** The received moves: the order's number and the new state. */
  moved: string[]
  /** The received calls except moves: method, path and body. */
  asked: { call: string; body: unknown }[]
  /** Whether the server leaves all calls unanswered. */
  gone: boolean
  /** The message with which the next move is refused. */
  refuseNext: string | null
  /** Whether the server applies the next move but sends no reply, and then leaves all calls unanswered. */
  loseNext: boolean
}

export const createFakeKitchenState = (orders: Order[]): FakeKitchenState => ({
  kitchen: buildManagedKitchen(),
  orders,
  ahead: 0,
  moved: [],
  asked: [],
  gone: false,
  refuseNext: null,
  loseNext: false,
})

interface DoubledCall {
  method: string
  path: string
  body: Record<string, unknown>
}

/**
 * Returns the fake server's answer to a call below /api/kitchen; null when the server does not answer.
 * @param now the time on the page's clock, in milliseconds since 1970
 */
export function answerKitchenCall(
  double: FakeKitchenState,
  { method, path, body }: DoubledCall,
  now: number,
): { status?: number; json: unknown } | null {
  if (double.gone) return null
  const call = `${method} ${path}`
  if (call === 'GET /api/kitchen')
    return { json: { kitchens: [own(double.kitchen)], invitations: [], mayCreate: false } }
  const managed = { ...double.kitchen, now: now + double.ahead }
  if (call === `GET /api/kitchen/${VENDOR}`) return { json: managed }
  if (call.endsWith('/board')) return { json: boardOf(double, now) }
  if (call.endsWith('/state')) return move(double, path.split('/').at(-2), body)
  double.asked.push({ call, body })
  const { terms } = double.kitchen
  if (call.endsWith('/pause')) terms.pausedUntil = body.until as number | null
  if (call.endsWith('/rush')) Object.assign(terms, { rushMinutes: body.minutes, rushUntil: body.until })
  if (!call.endsWith('/sold-out')) return { json: terms }
  sellOut(double.kitchen, call, body)
  return { json: managed }
}

const own = ({ terms: { vId, slug, name }, status, role }: ManagedKitchen): ManageableKitchen => ({
  vId,
  slug,
  name,
  status,
  role,
})

const boardOf = ({ kitchen, orders, ahead }: FakeKitchenState, now: number): Board => ({
  terms: kitchen.terms,
  status: kitchen.status,
  orders,
  now: now + ahead,
  today: { orders: 9, total: 21_460, lost: 1 },
})

function move(double: FakeKitchenState, id: string | undefined, body: Record<string, unknown>) {
  const order = double.orders.find(({ orderId }) => orderId === id)
  const { to, promisedAt, reason } = body as { to: Order['state']; promisedAt?: number; reason?: string }
  if (!order) return { status: 404, json: { code: 'not_found', message: 'There is no such order.' } }
  double.moved.push(`${order.number} ${to}`)
  if (double.refuseNext) {
    const message = double.refuseNext
    double.refuseNext = null
    return { status: 409, json: { code: 'order_moved', message } }
  }
  const lost = double.loseNext
  double.loseNext = false
  if (order.state !== to) {
    const event = { at: FAKE_NOW, actor: 'vendor' as const, from: order.state, to, reason: reason ?? '' }
    const events = [...order.events, { ...event, promisedAt: promisedAt ?? null, acknowledged: [] }]
    const next = { ...order, state: to, version: order.version + 1, promisedAt: promisedAt ?? order.promisedAt, events }
    double.orders = double.orders.map((one) => (one === order ? next : one))
  }
  if (!lost) return { json: double.orders.find(({ orderId }) => orderId === id) }
  double.gone = true
  return null
}

function sellOut({ categories }: ManagedKitchen, call: string, { choiceId, until }: Record<string, unknown>): void {
  const item = categories.flatMap(({ items }) => items).find(({ itemId }) => call.includes(itemId))
  const goods = choiceId ? item?.options.flatMap(({ choices }) => choices).find(({ id }) => id === choiceId) : item
  if (goods) goods.soldOutUntil = until as number | null
}
