import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'

const paidStates: readonly Order['paymentState'][] = ['captured', 'partially_refunded', 'refunded']

/** What of an order that was paid by card can still be given back, in minor units. */
export function leftToRefund({ payment, paymentState, total, refunds }: Order): number {
  if (payment !== 'card' || !paidStates.includes(paymentState)) return 0
  return total - refunds.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
}

/** What has been given back, and what has come of it: "£3.00 given back, £2.00 on its way back". */
export function refundWords(order: Order): string {
  const { refunds } = order
  const said = { succeeded: 'given back', pending: 'on its way back', failed: 'could not be given back' } as const
  return (Object.keys(said) as (keyof typeof said)[])
    .map((state) => ({ state, sum: refunds.reduce((sum, one) => sum + (one.state === state ? one.amount : 0), 0) }))
    .filter(({ sum }) => sum > 0)
    .map(({ state, sum }) => `${formatMoney(sum, order)} ${said[state]}`)
    .join(', ')
}
