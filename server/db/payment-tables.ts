import type { AlertKind } from '#contract/desk-payments.ts'
import type { OrderActor } from '#contract/order-states.ts'
import type { PaymentMethod } from '#contract/ordering.ts'

/**
 * The payment of an order by card, as last read from the provider. Amounts have the number of decimals of the order.
 */
interface PaymentsTable {
  order_id: string
  /** The provider's id of the payment; null until the payment has been requested. */
  provider_id: string | null
  /**
   * Whether the card is charged when the order is placed, because an authorisation would expire before the kitchen
   * answers.
   */
  charged_at_once: 0 | 1
  /** The authorised or captured amount. */
  amount: number
  /** The reason for which the last card was refused, as a sentence; empty when it was not refused. */
  declined: string
  /** "Visa ending in 4242"; empty until a card was accepted. */
  card: string
  /** The IP address of the customer. */
  address: string
  /** The time of the next request to the provider; null when no further request is needed. */
  check_at: number | null
  /** The number of requests to the provider that have failed since the last one that succeeded. */
  failures: number
}

/** The events that the provider has sent. Each event is stored once, so that a repeated event has no effect. */
interface PaymentEventsTable {
  /** The provider's id of the event. */
  id: string
  type: string
  /** Null for an event without an order of this site. */
  order_id: string | null
  at: number
}

/** Each attempt to pay with a card, for the defence against card testing; deleted after CARD_ATTEMPTS_RETENTION_MS. */
interface PaymentAttemptsTable {
  /** The provider's id of the attempt. */
  id: string
  order_id: string
  /** The provider's fingerprint of the card. All customers who use one card have the same fingerprint. */
  card_fingerprint: string
  user_id: string | null
  address: string
  is_declined: 0 | 1
  at: number
}

export interface RefundsTable {
  id: string
  order_id: string
  /** The key that the browser sent; for a refund made at the provider, the provider's id. */
  key: string
  amount: number
  reason: string
  actor: OrderActor
  actor_id: string | null
  state: 'pending' | 'succeeded' | 'failed'
  /** The provider's id of the refund; null until the provider knows it. */
  provider_id: string | null
  at: number
}

/**
 * The books: a receipt for each paid order and a credit note for each refund. Rows are only added, and do not contain
 * the customer's name.
 */
export interface ReceiptsTable {
  id: string
  vendor_id: string
  kind: 'receipt' | 'credit_note'
  /** Numbered from 1 for each kitchen and kind, without gaps. */
  number: number
  order_id: string
  /** The id of the order of a receipt, or of the refund of a credit note. Each id has at most one row. */
  source_id: string
  /** The month in the kitchen's time zone, such as 2026-11. */
  month: string
  payment: PaymentMethod
  amount: number
  /** The commission that the kitchen pays for the receipt, or gets back for the credit note. */
  commission: number
  issued_at: number
  /** The text and the amounts of the document, as JSON of a type in contract/payments.ts. */
  content: string
}

/** Payment problems for the desk. */
interface PaymentAlertsTable {
  id: string
  kind: AlertKind
  /**
   * Identifies the cause of the alert, such as the id of an order. A second alert with the same kind and cause is not
   * added until an admin has seen the first.
   */
  subject: string
  order_id: string | null
  detail: string
  at: number
  seen_at: number | null
}

export interface PaymentTables {
  payments: PaymentsTable
  payment_events: PaymentEventsTable
  payment_attempts: PaymentAttemptsTable
  refunds: RefundsTable
  receipts: ReceiptsTable
  payment_alerts: PaymentAlertsTable
}
