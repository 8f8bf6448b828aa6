import type { Order, Refund } from '#contract/ordering.ts'

/** How an order that is paid by card here stands: "Paid by card, Visa ending in 4242". */
export function cardPaymentWords({ paymentState, card }: Order): string {
  switch (paymentState) {
    case 'authorised':
      return `Held on your card${card && ` (${card})`}; it is charged when the kitchen accepts`
    case 'captured':
    case 'partially_refunded':
      return `Paid by card${card && `, ${card}`}`
    case 'refunded':
      return `Paid by card${card && `, ${card}`}, and given back`
    case 'voided':
      return 'Your card was not charged'
    default:
      return 'To be paid by card; nothing has been charged'
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
