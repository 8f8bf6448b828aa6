import type { Order } from '#contract/ordering.ts'
import type { PaymentResult } from './use-card-fields.ts'

/** An order whose payment was sent at the checkout. The page of the order shows it first, even without a connection. */
interface SentPayment {
  order: Order
  result: PaymentResult
}

const sentPayments = new Map<string, SentPayment>()

/** Stores the result of a payment until the page is reloaded. */
export function storeSentPayment(payment: SentPayment): void {
  sentPayments.set(payment.order.orderId, payment)
}

/** Returns the payment that was sent for an order since the page was loaded. */
export const findSentPayment = (orderId: string): SentPayment | undefined => sentPayments.get(orderId)
