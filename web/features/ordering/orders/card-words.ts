import { formatOpeningTime } from '#contract/opening-hours.ts'
import type { Order, OrderSummary, Refund } from '#contract/ordering.ts'

/** ", until 19:40"; empty where nothing waits to be paid. */
export const payByWords = ({ payBy, vendor }: Pick<OrderSummary, 'payBy' | 'vendor'>, now: number): string =>
  payBy === null ? '' : `, until ${formatOpeningTime(payBy, vendor.timezone, now).replace(/^(at|on) /, '')}`

/** When a card is charged that an order is paid with. */
export const chargeWords = (chargedAtOnce: boolean): string =>
  chargedAtOnce
    ? 'Your card is charged now, as the kitchen answers much later. If it does not accept, you get the money back.'
    : 'The amount is held on your card, and charged when the kitchen accepts.'

/** What an order that goes no further means for its customer's money. */
export function moneyBackWords({ payment, paymentState, card }: Order): string {
  if (payment !== 'card') return 'There is nothing to pay.'
  switch (paymentState) {
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
      return 'You get your money back; it takes banks some days to show it.'
    case 'authorised':
    case 'voided':
      return card
        ? 'Your card is not charged: what was held on it is let go, which some banks show a few days later.'
        : 'Your card was not charged.'
    default:
      return 'Nothing was charged.'
  }
}

/** What has come of a refund: "Given back", and when a bank takes long, what to expect. */
export const refundWords: Record<Refund['state'], string> = {
  pending: 'On its way back to your card',
  succeeded: 'Given back to your card',
  failed: 'Could not be given back yet',
}

const paid: readonly Order['paymentState'][] = ['captured', 'partially_refunded', 'refunded']

/** Whether there are receipts of an order, or will be in a moment: the books follow what was paid. */
export const hasReceipts = ({ payment, paymentState, state }: Order): boolean =>
  payment === 'card' ? paid.includes(paymentState) : state === 'collected' || state === 'delivered'
