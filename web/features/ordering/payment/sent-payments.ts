import type { Order } from '#contract/ordering.ts'
import type { PaymentResult } from './use-card-fields.ts'

/**
 * The orders whose payments the checkout has sent since the page was loaded, by order id. The page of the order shows
 * them at once, even without a connection.
 */
export const sentPaymentResultsByOrderId = new Map<string, { order: Order; result: PaymentResult }>()
