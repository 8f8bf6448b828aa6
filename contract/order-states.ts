import { MINUTE_MS } from './limits.ts'
import type { Service } from './menu-enums.ts'

/** Every state that an order can be in. */
export const orderStates = [
  'awaiting_payment',
  'placed',
  'accepted',
  'preparing',
  'ready',
  'out_for_delivery',
  'collected',
  'delivered',
  'rejected',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** The states that an order never leaves. */
export const finalOrderStates: readonly OrderState[] = ['collected', 'delivered', 'rejected', 'cancelled', 'expired']

export const paymentStates = [
  'none',
  'pending',
  'authorised',
  'captured',
  'partially_refunded',
  'refunded',
  'failed',
  'voided',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The states of a charged card payment, including refunded ones. */
export const chargedPaymentStates: readonly PaymentState[] = ['captured', 'partially_refunded', 'refunded']

/** The actor that makes a move. `payment` is the payment provider, which reports the result of a payment. */
export type OrderActor = 'customer' | 'vendor' | 'admin' | 'system' | 'payment'

interface Transition {
  name: string
  from: readonly OrderState[]
  to: OrderState
  who: readonly OrderActor[]
  /** The only service for which the move exists; undefined when it exists for both. */
  service?: Service
  /** Whether the move needs a reason. */
  reason?: true
}

/** Every move of an order from one state to another. The server refuses all others. */
export const orderTransitions: readonly Transition[] = [
  { name: 'authorise', from: ['awaiting_payment'], to: 'placed', who: ['payment'] },
  { name: 'expire', from: ['awaiting_payment'], to: 'expired', who: ['system'] },
  { name: 'accept', from: ['placed'], to: 'accepted', who: ['vendor', 'admin'] },
  {
    name: 'reject',
    from: ['placed'],
    to: 'rejected',
    who: ['vendor', 'admin', 'system'],
    reason: true,
  },
  { name: 'start', from: ['accepted'], to: 'preparing', who: ['vendor', 'admin'] },
  { name: 'ready', from: ['preparing'], to: 'ready', who: ['vendor', 'admin'] },
  { name: 'collect', from: ['ready'], to: 'collected', who: ['vendor', 'admin'], service: 'pickup' },
  { name: 'dispatch', from: ['ready'], to: 'out_for_delivery', who: ['vendor', 'admin'], service: 'delivery' },
  { name: 'deliver', from: ['out_for_delivery'], to: 'delivered', who: ['vendor', 'admin'], service: 'delivery' },
  { name: 'cancel', from: ['awaiting_payment', 'placed'], to: 'cancelled', who: ['customer'] },
  {
    name: 'cancel',
    from: ['accepted', 'preparing', 'ready'],
    to: 'cancelled',
    who: ['vendor', 'admin'],
    reason: true,
  },
]

/** Returns the move between two states that an actor may make for a service; undefined when there is none. */
export const findTransition = (
  actor: OrderActor,
  service: Service,
  from: OrderState,
  to: OrderState,
): Transition | undefined =>
  orderTransitions.find(
    (move) =>
      move.to === to &&
      move.from.includes(from) &&
      move.who.includes(actor) &&
      (move.service === undefined || move.service === service),
  )

/** Returns the state that the kitchen's main button leads to; undefined for finished orders and before the payment. */
export const findNextStateByKitchen = (service: Service, state: OrderState): OrderState | undefined =>
  orderTransitions.find(
    (move) =>
      move.from.includes(state) &&
      move.who.includes('vendor') &&
      !move.reason &&
      (move.service === undefined || move.service === service),
  )?.to

/**
 * Returns whether an event has already made the requested move: the states are equal. The promised minutes and the
 * reasons count only when both the event and the request have them.
 */
export const eventMatchesMoveRequest = (
  event: { to: OrderState; promisedAt: number | null; reason: string },
  wish: { to: OrderState; promisedAt?: number | undefined; reason?: string | undefined },
): boolean =>
  event.to === wish.to &&
  (event.promisedAt === null || wish.promisedAt === undefined || sameMinute(event.promisedAt, wish.promisedAt)) &&
  (!event.reason || !wish.reason || event.reason === wish.reason)

const sameMinute = (a: number, b: number): boolean => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS)

export const orderStateLabels: Record<OrderState, string> = {
  awaiting_payment: 'Waiting for payment',
  placed: 'Placed',
  accepted: 'Accepted',
  preparing: 'Cooking',
  ready: 'Ready',
  out_for_delivery: 'On its way',
  collected: 'Picked up',
  delivered: 'Delivered',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  expired: 'Expired',
}
