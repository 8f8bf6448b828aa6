import type { OrderState, PaymentState } from './order-states.ts'

/**
 * The goal for the money of an order: wait for the payment, hold the authorised amount, take the money, or return it.
 */
export type PaymentGoal = 'wait' | 'hold' | 'take' | 'return'

/**
 * The payment goal for each state of an order. The goal depends only on the state, so a repeated event has no further
 * effect.
 */
export const paymentGoalByOrderState: Record<OrderState, PaymentGoal> = {
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

/** A card payment as the provider reports it. Its amounts have the same number of decimals as the order. */
export interface ProviderPayment {
  /**
   * `unpaid`: no card has been charged. `processing`: the provider has no result yet. `void`: the payment can no longer
   * be made.
   */
  state: 'unpaid' | 'processing' | 'authorised' | 'captured' | 'void'
  /** The authorised or captured amount. */
  amount: number
  /** The refunded amount, pending refunds included. */
  refunded: number
  /** Whether the last card was declined. */
  declined: boolean
}

/**
 * The next step towards what the state of the order requires of its payment. `place`: the order changes to `placed`.
 * `lost`: the money can no longer be obtained.
 */
export type ReconciliationStep = 'nothing' | 'place' | 'capture' | 'void' | 'refund' | 'lost'

/**
 * Returns the next step for a payment.
 * @param order the state of its order
 * @param payment the payment at the provider
 */
export function findReconciliationStep(
  order: OrderState,
  { state, amount, refunded }: ProviderPayment,
): ReconciliationStep {
  const aim = paymentGoalByOrderState[order]
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

/**
 * Returns the state of a payment, named as in docs/payments.md. `failed` is not final: the customer can try another
 * card.
 */
export function toPaymentState({ state, amount, refunded, declined }: ProviderPayment): PaymentState {
  if (state === 'unpaid') return declined ? 'failed' : 'pending'
  if (state === 'processing') return 'pending'
  if (state === 'void') return 'voided'
  if (state === 'authorised') return 'authorised'
  return refunded === 0 ? 'captured' : refunded < amount ? 'partially_refunded' : 'refunded'
}
