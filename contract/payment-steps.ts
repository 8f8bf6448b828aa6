import type { OrderState, PaymentState } from './order-states.ts'

/** What the money of an order is to come to: nothing yet, to be held, to be the kitchen's, to be the customer's again. */
export type PaymentTarget = 'wait' | 'hold' | 'take' | 'return'

/** What each state of an order means for its money. It follows from the state, so a repeated event changes nothing. */
export const paymentTargets: Record<OrderState, PaymentTarget> = {
  awaiting_payment: 'wait',
  placed: 'hold',
  accepted: 'take',
  preparing: 'take',
  ready: 'take',
  out_for_delivery: 'take',
  collected: 'take',
  delivered: 'take',
  rejected: 'return',
  cancelled: 'return',
  expired: 'return',
}

/** How the provider has a card payment, with the digits of the order. */
export interface ProviderPayment {
  /** `unpaid`: no card has been charged yet; `processing`: the provider does not know yet; `void`: nobody can pay it any more. */
  state: 'unpaid' | 'processing' | 'authorised' | 'captured' | 'void'
  /** Authorised or captured. */
  amount: number
  /** Given back, or on its way. */
  refunded: number
  /** Whether the last card was refused. */
  declined: boolean
}

/** The one thing to do next, until the money is where the order wants it. `lost`: it cannot be had any more. */
export type PaymentStep = 'nothing' | 'place' | 'capture' | 'void' | 'refund' | 'lost'

/** Returns what is to be done next about the payment of an order in a state. */
export function findNextPaymentStep(order: OrderState, { state, amount, refunded }: ProviderPayment): PaymentStep {
  const aim = paymentTargets[order]
  switch (state) {
    case 'unpaid':
      return aim === 'return' ? 'void' : aim === 'wait' ? 'nothing' : 'lost'
    case 'processing':
      return 'nothing'
    case 'authorised':
      return aim === 'wait' ? 'place' : aim === 'take' ? 'capture' : aim === 'return' ? 'void' : 'nothing'
    case 'captured':
      return aim === 'wait' ? 'place' : aim === 'return' && refunded < amount ? 'refund' : 'nothing'
    case 'void':
      return aim === 'return' ? 'nothing' : 'lost'
  }
}

/** Returns the state of a payment, named as in docs/payments.md. The customer can try another card after a refused one. */
export function toPaymentState({ state, amount, refunded, declined }: ProviderPayment): PaymentState {
  if (state === 'unpaid') return declined ? 'failed' : 'pending'
  if (state === 'processing') return 'pending'
  if (state === 'void') return 'voided'
  if (state === 'authorised') return 'authorised'
  return refunded === 0 ? 'captured' : refunded < amount ? 'partially_refunded' : 'refunded'
}
