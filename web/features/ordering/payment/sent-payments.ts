import type { Order } from '#contract/ordering.ts'
import type { Confirmed } from './use-card-fields.ts'

/** An order whose payment was sent at the checkout: the page of the order begins with it, even without a connection. */
interface SentPayment {
  order: Order
  confirmed: Confirmed
}

const sent = new Map<string, SentPayment>()

/** Remembers, until the page is loaded anew, what came of sending a payment. */
export function rememberSent(payment: SentPayment): void {
  sent.set(payment.order.orderId, payment)
}

/** What was sent for an order since the page was loaded; undefined where nothing was. */
export const sentFor = (orderId: string): SentPayment | undefined => sent.get(orderId)
