import type { OrderState, PaymentState } from './order-states.ts'

/** The next step for the money of an order: wait for it, hold it, take it, or return it. */
export type PaymentTarget = 'wait' | 'hold' | 'take' | 'return'

/** The step that each state of an order requires. A repeated event changes nothing, because the step follows from the state. */
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

/** A card payment as the provider reports it, with the decimals of the order. */
export interface ProviderPayment {
  /**
   * `unpaid`: no card has been charged; `processing`: the provider has no result yet; `void`: it can no longer be paid.
   */
  state: 'unpaid' | 'processing' | 'authorised' | 'captured' | 'void'
  /** The authorised or captured amount. */
  amount: number
  /** The refunded amount, pending refunds included. */
  refunded: number
  /** Whether the last card was declined. */
  declined: boolean
}

/** The next step towards the target. `lost`: the money can no longer be obtained. */
export type PaymentStep = 'nothing' | 'place' | 'capture' | 'void' | 'refund' | 'lost'

/** Returns the next step for the payment of an order in a state. */
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
