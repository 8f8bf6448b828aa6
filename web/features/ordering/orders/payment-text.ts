import { formatOpeningTime } from '#contract/opening-hours.ts'
import type { Order, OrderSummary, Refund } from '#contract/ordering.ts'

/** Returns ", until 19:40"; empty when no payment is due. */
export const formatPayBy = ({ payBy, vendor }: Pick<OrderSummary, 'payBy' | 'vendor'>, now: number): string =>
  payBy === null ? '' : `, until ${formatOpeningTime(payBy, vendor.timezone, now).replace(/^(at|on) /, '')}`

/** Tells when the card is charged. */
export const describeCharge = (chargedAtOnce: boolean): string =>
  chargedAtOnce
    ? 'Your card is charged now, as the kitchen answers much later. If it does not accept, you get the money back.'
    : 'The amount is held on your card, and charged when the kitchen accepts.'

/** Tells what happens to the money of an order that ended early. */
export function describeMoneyBack({ payment, paymentState, card }: Order): string {
  if (payment !== 'card') return 'There is nothing to pay.'
  if (paidStates.includes(paymentState)) return 'You get your money back; it takes banks some days to show it.'
  if (paymentState !== 'authorised' && paymentState !== 'voided') return 'Nothing was charged.'
  return card
    ? 'Your card is not charged: what was held on it is let go, which some banks show a few days later.'
    : 'Your card was not charged.'
}

/** The states of a refund. */
export const refundLabels: Record<Refund['state'], string> = {
  pending: 'On its way back to your card',
  succeeded: 'Given back to your card',
  failed: 'Could not be given back yet',
}

const paidStates: readonly Order['paymentState'][] = ['captured', 'partially_refunded', 'refunded']

/** Returns whether an order has receipts, or will have them in a moment. */
export const hasReceipts = ({ payment, paymentState, state }: Order): boolean =>
  payment === 'card' ? paidStates.includes(paymentState) : state === 'collected' || state === 'delivered'
