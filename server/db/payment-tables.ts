import type { AlertKind } from '#contract/desk-payments.ts'
import type { OrderActor } from '#contract/order-states.ts'
import type { PaymentMethod } from '#contract/ordering.ts'

/** The payment of an order by card, as the provider last had it. Amounts have the digits of the order. */
export interface PaymentsTable {
  order_id: string
  /** What the provider calls it; null until it has been asked for. */
  provider_id: string | null
  /** Charged when the order is placed: no authorisation would last until the kitchen answers. */
  charged_at_once: 0 | 1
  /** What was authorised or captured. */
  amount: number
  /** Why the last card was refused, in words; empty when it was not. */
  declined: string
  /** "Visa ending in 4242"; empty until a card was taken. */
  card: string
  /** Where the order was placed from. */
  address: string
  /** When the provider is asked the next time; null when there is nothing to ask any more. */
  check_at: number | null
  /** How often it has failed since it last went well. */
  failures: number
}

/** What the provider has told, each event once. */
export interface PaymentEventsTable {
  /** The provider's. */
  id: string
  type: string
  /** Null of what is no order's. */
  order_id: string | null
  at: number
}

/** Each card that was tried, for the defence against card testing; forgotten after CARD_ATTEMPTS_RETENTION_MS. */
export interface PaymentAttemptsTable {
  /** The provider's. */
  id: string
  order_id: string
  /** What the provider knows the card by, whoever uses it. */
  card_fingerprint: string
  user_id: string | null
  address: string
  is_declined: 0 | 1
  at: number
}

export interface RefundsTable {
  id: string
  order_id: string
  /** What the browser named it; that of the provider for one that was made there. */
  key: string
  amount: number
  reason: string
  actor: OrderActor
  actor_id: string | null
  state: 'pending' | 'succeeded' | 'failed'
  /** What the provider calls it; null until it knows of it. */
  provider_id: string | null
  at: number
}

/** The books: a receipt for each order that was paid, a credit note for each refund. Only ever added to; no customer is named. */
export interface ReceiptsTable {
  id: string
  vendor_id: string
  kind: 'receipt' | 'credit_note'
  /** Counted from 1 for each kind at each kitchen, without gaps. */
  number: number
  order_id: string
  /** The order of a receipt, the refund of a credit note: each has one at most. */
  source_id: string
  /** The kitchen's: 2026-11. */
  month: string
  payment: PaymentMethod
  amount: number
  /** What the kitchen pays the site of it; of a credit note, what it gets back. */
  commission: number
  issued_at: number
  /** JSON: what is printed (contract/payments.ts). */
  content: string
}

/** What somebody at the desk has to look at. */
export interface PaymentAlertsTable {
  id: string
  kind: AlertKind
  /** What it is about: the same is told once until it has been seen. */
  subject: string
  order_id: string | null
  detail: string
  at: number
  seen_at: number | null
}
