import type { ProviderPayment } from '#contract/payment-steps.ts'

/** Who takes cards for this site. Every call may be made again with the same effect. Amounts have the digits of their order. */
export interface PaymentProvider {
  /** What browsers name this site by. */
  publishableKey: string
  /** Makes the payment of an order, once: asked again it is the same one. */
  begin: (wish: PaymentRequest) => Promise<PaymentSnapshot>
  /** How it is now, its amounts with so many digits. */
  read: (id: string, currencyDigits: number) => Promise<PaymentSnapshot>
  /** Takes what was authorised. */
  capture: (id: string) => Promise<void>
  /** Gives up what was authorised, or lets nobody pay it any more. */
  void: (id: string) => Promise<void>
  refund: (id: string, refund: ProviderRefund) => Promise<void>
  /**
   * What an event that the provider has sent is about.
   * @throws {SignatureInvalid} when it was not the provider, or it was too long ago
   */
  verifyEvent: (body: Buffer, signature: string) => PaymentEvent
}

interface ProviderRefund {
  refundId: string
  amount: number
  currency: string
  currencyDigits: number
}

export interface PaymentRequest {
  orderId: string
  amount: number
  currency: string
  currencyDigits: number
  /** Whether the card is charged at once, and not only authorised. */
  chargedAtOnce: boolean
  /** The description on the provider's pages: "Order 12 at Corner Kitchen". */
  description: string
}

/** A payment as the provider has it. */
export interface PaymentSnapshot extends ProviderPayment {
  id: string
  currency: string
  /** Those that were asked for, in whatever currency it is. */
  currencyDigits: number
  /** What a browser confirms it with. */
  clientSecret: string
  /** Why the last card was refused, in the provider's words for customers; empty when it was not. */
  declineMessage: string
  /** "Visa ending in 4242"; empty while there is none. */
  card: string
  attempts: { id: string; cardFingerprint: string; isDeclined: boolean; at: number }[]
  /** Those made there too. `refundId`: ours, null for one of theirs. */
  refunds: { id: string; refundId: string | null; amount: number; state: 'pending' | 'succeeded' | 'failed' }[]
  isDisputed: boolean
}

export interface PaymentEvent {
  id: string
  type: string
  /** The payment that it is about; null for any other event. */
  paymentId: string | null
}

/** The provider did not answer, or not now: the same call may go well later. */
export class ProviderUnavailable extends Error {}

/** The provider says no, and would again: the payment is not as it was thought to be. */
export class ProviderRefused extends Error {}

export class SignatureInvalid extends Error {}
