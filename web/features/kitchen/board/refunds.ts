import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'

const paidStates: readonly Order['paymentState'][] = ['captured', 'partially_refunded', 'refunded']

/** Returns the amount of a card payment that can still be refunded, in minor units. */
export function refundableAmount({ payment, paymentState, total, refunds }: Order): number {
  if (payment !== 'card' || !paidStates.includes(paymentState)) return 0
  return total - refunds.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
}

/** Describes the refunds of an order by state: "£3.00 given back, £2.00 on its way back". */
export function describeRefunds(order: Order): string {
  const { refunds } = order
  const labels = { succeeded: 'given back', pending: 'on its way back', failed: 'could not be given back' } as const
  return (Object.keys(labels) as (keyof typeof labels)[])
    .map((state) => ({
      state,
      sum: refunds.reduce((sum, refund) => sum + (refund.state === state ? refund.amount : 0), 0),
    }))
    .filter(({ sum }) => sum > 0)
    .map(({ state, sum }) => `${formatMoney(sum, order)} ${labels[state]}`)
    .join(', ')
}
