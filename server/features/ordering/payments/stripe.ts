import type { Stripe } from 'stripe'
import { fromProviderAmount, toProviderAmount } from '#contract/card-amounts.ts'
import { SECOND_MS } from '#contract/limits.ts'
import { type CurrencyUnit, formatMoney } from '#contract/money.ts'
import { site } from '#site'
import { Refusal } from '../../../http/failures.ts'
import {
  type PaymentEvent,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSnapshot,
  ProviderRefusedError,
  ProviderUnavailableError,
} from './payment-provider.ts'

/** Customers wait for these calls, so the timeout is short. A lost call is repeated once with the same key. */
const TIMEOUT_MS = 10 * SECOND_MS
const RETRIES = 1
/**
 * The maximum number of entries in a requested list. No payment has as many entries, because CARD_DECLINE_LIMITS stops
 * attempts earlier.
 */
const LIST_MAX = 100

interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The origin of Stripe's API; by default the public one. */
  api?: string | undefined
}

/** Creates the payment provider for Stripe. Only this call loads Stripe's library. */
export async function createStripeProvider({ api, ...settings }: StripeSettings): Promise<PaymentProvider> {
  const { default: Library } = await import('stripe')
  const { publishableKey, webhookSecret } = settings
  const stripe = new Library(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: site.name },
    ...(api && toStripeHost(api)),
  })
  return {
    publishableKey,
    begin: (request) => translateErrors(async () => read(stripe, await begin(stripe, request), request.currencyDigits)),
    read: (id, currencyDigits) =>
      translateErrors(async () => {
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
        return read(stripe, intent, currencyDigits)
      }),
    capture: (id) => translateErrors(async () => void (await stripe.paymentIntents.capture(id))),
    void: (id) => translateErrors(async () => void (await stripe.paymentIntents.cancel(id))),
    refund: (id, { refundId, amount, ...unit }) =>
      translateErrors(async () => {
        const request = { payment_intent: id, amount: toStripeAmount(amount, unit), metadata: { refundId } }
        await stripe.refunds.create(request, { idempotencyKey: refundId })
      }),
    verifyEvent: (body, signature) => readEvent(stripe, body, signature, webhookSecret),
  }
}

function toStripeHost(api: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname: host, port, protocol } = new URL(api)
  const isOpen = protocol === 'http:'
  return { host, port: port || (isOpen ? 80 : 443), protocol: isOpen ? 'http' : 'https' }
}

const begin = (stripe: Stripe, { orderId, amount, chargedAtOnce, description, ...unit }: PaymentRequest) =>
  stripe.paymentIntents.create(
    {
      amount: toStripeAmount(amount, unit),
      currency: unit.currency.toLowerCase(),
      // `card` also allows cards in the wallets of browsers.
      allowed_payment_method_types: ['card'],
      capture_method: chargedAtOnce ? 'automatic' : 'manual',
      description,
      metadata: { orderId },
    },
    { idempotencyKey: orderId },
  )

/**
 * Converts an amount to the units of Stripe.
 * @throws {ProviderRefusedError} when no card can be charged exactly this amount
 */
function toStripeAmount(amount: number, unit: CurrencyUnit): number {
  const units = toProviderAmount(amount, unit)
  if (units === null) throw new ProviderRefusedError(`A card cannot be charged exactly ${formatMoney(amount, unit)}.`)
  return units
}

const states: Record<Stripe.PaymentIntent.Status, PaymentSnapshot['state']> = {
  requires_payment_method: 'unpaid',
  requires_confirmation: 'unpaid',
  requires_action: 'unpaid',
  processing: 'processing',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'void',
}

/**
 * Reads a payment with its charges and refunds. Stripe also lists a voided authorisation as a refund, so refunds are
 * read only for captured payments.
 */
async function read(stripe: Stripe, intent: Stripe.PaymentIntent, currencyDigits: number): Promise<PaymentSnapshot> {
  const { id, status, last_payment_error: error, latest_charge: latest } = intent
  const currency = intent.currency.toUpperCase()
  const minor = (amount: number) => fromProviderAmount(amount, { currency, currencyDigits })
  const state = states[status as keyof typeof states] ?? 'processing'
  const filter = { payment_intent: id, limit: LIST_MAX }
  const [charges, refunds] = await Promise.all([
    latest === null ? [] : stripe.charges.list(filter).then(({ data }) => data),
    state === 'captured'
      ? stripe.refunds.list(filter).then(({ data }) => data.map((refund) => toRefund(refund, minor)))
      : [],
  ])
  const paid = charges.find(({ status }) => status !== 'failed')
  return {
    id,
    currency,
    currencyDigits,
    state,
    clientSecret: intent.client_secret ?? '',
    amount: minor(state === 'captured' ? intent.amount_received : intent.amount_capturable),
    refunded: refunds.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0),
    declined: error !== null,
    declineMessage: error ? (error.message ?? 'The card was refused.') : '',
    card: paid ? describeCard(paid) : '',
    attempts: charges.map(({ id, status, created, payment_method_details: details }) => ({
      id,
      cardFingerprint: details?.card?.fingerprint ?? '',
      isDeclined: status === 'failed',
      at: created * SECOND_MS,
    })),
    refunds,
    isDisputed: charges.some(({ disputed }) => disputed),
  }
}

function toRefund(
  { id, amount, status, metadata }: Stripe.Refund,
  minor: (amount: number) => number,
): PaymentSnapshot['refunds'][number] {
  const failed = status === 'failed' || status === 'canceled'
  const state = status === 'succeeded' ? 'succeeded' : failed ? 'failed' : 'pending'
  return { id, refundId: metadata?.refundId ?? null, amount: minor(amount), state }
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

function describeCard({ payment_method_details: details }: Stripe.Charge): string {
  const card = details?.card
  return card ? `${brands[card.brand ?? ''] ?? 'Card'} ending in ${card.last4}` : 'Card'
}

/** @throws {ProviderUnavailableError} @throws {ProviderRefusedError} in place of the library's own errors */
async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isStripeError(error)) throw error
    const { statusCode, type, message } = error
    // Temporary failures are: no reply, a server error, too many calls, and another running call with the same key.
    const passes = statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409
    if (passes) throw new ProviderUnavailableError(`Stripe does not answer: ${message}`, { cause: error })
    throw new ProviderRefusedError(`Stripe says no (${type}): ${message}`, { cause: error })
  }
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

/** @throws {Refusal} signature_invalid */
function readEvent(stripe: Stripe, body: Buffer, signature: string, secret: string): PaymentEvent {
  // The signature proves the sender, but not that the event has the expected fields.
  let event: Partial<Record<'id' | 'type' | 'data', unknown>> | null
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret)
  } catch {
    throw new Refusal('signature_invalid')
  }
  const { object } = (event?.data ?? {}) as { object?: unknown }
  return { id: `${event?.id}`, type: `${event?.type}`, paymentId: findPaymentId(object) }
}

/** Returns the id of a payment, or of the payment that a charge, refund or dispute belongs to. */
function findPaymentId(about: unknown): string | null {
  const { object, id, payment_intent } = (about ?? {}) as Record<string, unknown>
  const paymentId = object === 'payment_intent' ? id : payment_intent
  return typeof paymentId === 'string' ? paymentId : null
}
