import type { Order } from '#contract/ordering.ts'
import type { PaymentResult } from './use-card-fields.ts'

/** The payments that the checkout has sent since the page was loaded. The page of the order shows them first, even without a connection. */
export const sentPayments = new Map<string, { order: Order; result: PaymentResult }>()
