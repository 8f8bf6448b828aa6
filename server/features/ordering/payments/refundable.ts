import type { PaymentState } from '#contract/order-states.ts'
import type { RefundsTable } from '../../../db/payment-tables.ts'

/** The states of a payment by card that has been taken, whatever of it was given back since. */
export const takenPaymentStates: readonly PaymentState[] = ['captured', 'partially_refunded', 'refunded']

/** What is left of what was taken, in minor units: less what was given back, or is on its way. */
export const calculateRefundable = (
  taken: number,
  refunds: readonly Pick<RefundsTable, 'amount' | 'state'>[],
): number => refunds.reduce((left, { amount, state }) => (state === 'failed' ? left : left - amount), taken)
