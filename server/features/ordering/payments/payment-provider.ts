import type { ProviderPayment } from '#contract/payment-reconciliation.ts'
import type { OrderContext } from '../orders/order-context.ts'

/** The dependencies of the functions for payments. `payments` is null when the site takes no cards. */
export type PaymentContext = OrderContext & { payments: PaymentProvider | null }

/**
 * A provider of card payments. Repeated calls have the same effect as a single call. Amounts have the number of
 * decimals of their order.
 */
export interface PaymentProvider {
  /** The key by which browsers identify this site to the provider. */
  publishableKey: string
  /** Creates the payment of an order. A repeated call returns the same payment. */
  begin: (request: PaymentRequest) => Promise<PaymentSnapshot>
  /** Reads a payment. @param currencyDigits the number of decimals of the amounts in the result */
  read: (id: string, currencyDigits: number) => Promise<PaymentSnapshot>
  capture: (id: string) => Promise<void>
  /** Releases the authorised amount, or cancels a payment that was not paid yet. */
  void: (id: string) => Promise<void>
  refund: (id: string, refund: RefundRequest) => Promise<void>
  /**
   * Verifies and reads an event of the provider.
   * @throws {Refusal} signature_invalid, also for a signature that is too old
   */
  verifyEvent: (body: Buffer, signature: string) => PaymentEvent
}

interface Amount {
  amount: number
  currency: string
  currencyDigits: number
}

export interface RefundRequest extends Amount {
  refundId: string
}

export interface PaymentRequest extends Amount {
  orderId: string
  /** Whether the card is charged at once, and not only authorised. */
  chargedAtOnce: boolean
  /** The description on the provider's pages: "Order 12 at Corner Kitchen". */
  description: string
}

export interface PaymentSnapshot extends ProviderPayment {
  id: string
  currency: string
  /** The number of decimals that the caller requested, even when the payment has another currency than the order. */
  currencyDigits: number
  /** The secret that a browser needs to confirm the payment. */
  clientSecret: string
  /** The provider's message for customers about the refusal of the last card; empty when the card was not refused. */
  declineMessage: string
  /** The paying card, such as "Visa ending in 4242", or an empty text. */
  card: string
  attempts: { id: string; cardFingerprint: string; isDeclined: boolean; at: number }[]
  /** All refunds. `refundId` is the id in our database, or null for a refund made at the provider. */
  refunds: { id: string; refundId: string | null; amount: number; state: 'pending' | 'succeeded' | 'failed' }[]
  isDisputed: boolean
}

export interface PaymentEvent {
  id: string
  type: string
  paymentId: string | null
}

/** The provider did not reply or failed temporarily. The same call may succeed later. */
export class ProviderUnavailableError extends Error {}

/** The provider refuses the call permanently, because the payment has another state than expected. */
export class ProviderRefusedError extends Error {}
