import type { PaymentState } from '#contract/order-states.ts'
import type { RefundsTable } from '../../../db/payment-tables.ts'

/** The states of a charged card payment, including refunded ones. */
export const takenPaymentStates: readonly PaymentState[] = ['captured', 'partially_refunded', 'refunded']

/** Returns the amount that can still be refunded, in minor units. Pending refunds count as refunded. */
export const calculateRefundable = (
  charged: number,
  refunds: readonly Pick<RefundsTable, 'amount' | 'state'>[],
): number => refunds.reduce((left, { amount, state }) => (state === 'failed' ? left : left - amount), charged)
