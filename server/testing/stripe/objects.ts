import { randomBytes } from 'node:crypto'
import { fingerprintOf, type TestCard } from './test-cards.ts'

/** Creates an id in Stripe's format: `pi_3Q…`. */
export const createStripeId = (prefix: string): string =>
  `${prefix}_${randomBytes(18).toString('base64url').replace(/\W|_/g, 'x')}`

/** Returns the current time in seconds since 1970, as Stripe uses it. */
export const getUnixSeconds = (): number => Math.floor(Date.now() / 1000)

type Status =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

/** https://docs.stripe.com/api/payment_intents/object */
export interface Intent {
  [more: string]: unknown
  id: string
  amount: number
  amount_capturable: number
  amount_received: number
  capture_method: 'automatic' | 'automatic_async' | 'manual'
  client_secret: string
  created: number
  currency: string
  canceled_at: number | null
  cancellation_reason: string | null
  last_payment_error: Record<string, unknown> | null
  latest_charge: string | null
  metadata: Record<string, string>
  next_action: Record<string, unknown> | null
  payment_method: string | null
  status: Status
}

/** https://docs.stripe.com/api/charges/object */
export interface Charge {
  [more: string]: unknown
  id: string
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  created: number
  currency: string
  disputed: boolean
  failure_code: string | null
  paid: boolean
  payment_intent: string
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
}

/** https://docs.stripe.com/api/refunds/object */
export interface Refund {
  [more: string]: unknown
  id: string
  amount: number
  charge: string
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export type IntentRequest = Pick<Intent, 'amount' | 'currency' | 'capture_method' | 'metadata'> &
  Record<string, unknown>

export function newIntent(wish: IntentRequest): Intent {
  const id = createStripeId('pi')
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    amount_details: { tip: {} },
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_${createStripeId('secret')}`,
    confirmation_method: 'automatic',
    created: getUnixSeconds(),
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...wish,
    status: 'requires_payment_method',
  }
}

/** The duration of an authorisation in seconds, according to Stripe. */
export const AUTHORISATION_LIFETIME_S = 7 * 86_400

/** A card with the details for a charge. */
export interface GivenCard {
  number: string
  card: TestCard
  method: string
  month: number
  year: number
}

/** Creates the charge of a card, which fails when the test card declines. */
export function newCharge(intent: Intent, { number, card, method, month, year }: GivenCard): Charge {
  const { decline } = card
  const isCaptured = !decline && intent.capture_method !== 'manual'
  const { amount, currency, metadata, description } = intent
  const details = {
    amount_authorized: amount,
    authorization_code: '123456',
    brand: card.brand,
    country: 'GB',
    ...(intent.capture_method === 'manual' &&
      !decline && { capture_before: getUnixSeconds() + AUTHORISATION_LIFETIME_S }),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: decline ? 'unchecked' : 'pass' },
    exp_month: month,
    exp_year: year,
    fingerprint: fingerprintOf(number),
    funding: 'credit',
    installments: null,
    last4: number.slice(-4),
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    regulated_status: 'unregulated',
    three_d_secure: null,
    wallet: null,
  }
  return {
    id: createStripeId('ch'),
    object: 'charge',
    amount,
    amount_captured: isCaptured ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isCaptured ? createStripeId('txn') : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'NEBELHORN',
    captured: isCaptured,
    created: getUnixSeconds(),
    currency,
    customer: null,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.words ?? null,
    fraud_details: {},
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: decline
      ? {
          advice_code: 'try_again_later',
          network_status: 'declined_by_network',
          type: 'issuer_declined',
          reason: decline.declineCode ?? decline.code,
          risk_level: 'normal',
          risk_score: 42,
          seller_message: 'The bank did not return any further details with this decline.',
        }
      : {
          advice_code: null,
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          risk_score: 11,
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: { card: details, type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newRefund(charge: Charge, amount: number, more: Partial<Refund>): Refund {
  const { id, currency, payment_intent } = charge
  return {
    id: createStripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: createStripeId('txn'),
    charge: id,
    created: getUnixSeconds(),
    currency,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: {},
    payment_intent,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...more,
  }
}
