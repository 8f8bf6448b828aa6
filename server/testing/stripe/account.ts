import {
  AUTHORISATION_LIFETIME_S,
  type Charge,
  type GivenCard,
  getUnixSeconds,
  type Intent,
  type IntentRequest,
  newCharge,
  newIntent,
  newRefund,
  type Refund,
} from './objects.ts'
import { createMissingResourceFailure, createRequestFailure, StripeFailure } from './stripe-failure.ts'

/** The error of a failed payment, which both the reply and the payment contain. */
interface CardError {
  [more: string]: unknown
  code: string
  message: string
}

const hundredMillion = 100_000_000

/** The account of a site at Stripe, with payments, charges and refunds. Every change is published as an event. */
export class StripeAccount {
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly #publish: (type: string, object: object) => void
  /** The cards of payments that were charged, or wait for an authentication by the bank. */
  readonly #cards = new Map<string, GivenCard>()

  /** @param publish receives the type and the object of each event */
  constructor(publish: (type: string, object: object) => void) {
    this.#publish = (type, object) => publish(type, structuredClone(object))
  }

  create(wish: IntentRequest): Intent {
    const intent = newIntent(wish)
    this.intents.set(intent.id, intent)
    this.#publish('payment_intent.created', intent)
    return intent
  }

  /** Returns a payment. @throws {StripeFailure} when it does not exist */
  intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw createMissingResourceFailure('payment_intent', id, 'intent')
    this.#expire(intent)
    return intent
  }

  /** Pays with a card. @throws {StripeFailure} 402 when the bank refuses */
  confirm(id: string, given: GivenCard): Intent {
    const intent = this.intent(id)
    this.#mustBe(intent, 'confirmed', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
    Object.assign(intent, { payment_method: given.method, last_payment_error: null, next_action: null })
    this.#cards.set(id, given)
    if (!given.card.asks) return this.#charge(intent, given)
    intent.status = 'requires_action'
    const source = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${id}`
    intent.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: source, source: `${id}_asked` },
    }
    this.#publish('payment_intent.requires_action', intent)
    return intent
  }

  /** Completes the authentication by the bank. @throws {StripeFailure} 402 when the bank still refuses */
  authenticate(id: string, isThem: boolean): Intent {
    const intent = this.intent(id)
    const given = this.#cards.get(id)
    if (intent.status !== 'requires_action' || !given) throw createRequestFailure('Nobody is asked about this payment.')
    intent.next_action = null
    if (isThem) return this.#charge(intent, given)
    this.#refuse(intent, {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      type: 'invalid_request_error',
    })
    return intent
  }

  /**
   * Captures the authorised amount, or a part of it. @throws {StripeFailure} when `amount` exceeds the authorised one
   */
  capture(id: string, amount?: number): Intent {
    const intent = this.intent(id)
    this.#mustBe(intent, 'captured', ['requires_capture'])
    const taken = amount ?? intent.amount_capturable
    if (!(taken >= 1 && taken <= intent.amount_capturable))
      throw createRequestFailure('The requested capture amount is greater than the capturable amount.', {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      })
    const charge = this.#chargeOf(intent)
    const rest = charge.amount - taken
    Object.assign(charge, { captured: true, amount_captured: taken, amount_refunded: rest })
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: taken })
    this.#publish('charge.captured', charge)
    this.#publish('payment_intent.succeeded', intent)
    this.#complain(charge)
    return intent
  }

  /** Releases an authorisation, or cancels an unpaid payment. */
  cancel(id: string, reason: string | null): Intent {
    const intent = this.intent(id)
    const open = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'] as const
    this.#mustBe(intent, 'canceled', [...open, 'processing'])
    if (intent.status === 'requires_capture') this.#release(intent, 'charge.refunded')
    Object.assign(intent, { status: 'canceled', canceled_at: getUnixSeconds(), cancellation_reason: reason })
    Object.assign(intent, { amount_capturable: 0, next_action: null })
    this.#publish('payment_intent.canceled', intent)
    return intent
  }

  /** Refunds a charge, completely or in part. @throws {StripeFailure} when the amount exceeds the refundable amount */
  refund(request: { intent?: string; charge?: string; amount?: number; more: Partial<Refund> }): Refund {
    const charge = request.charge
      ? this.charges.get(request.charge)
      : this.charges.get(this.intent(request.intent ?? '').latest_charge ?? '')
    if (!charge?.paid || !charge.captured)
      throw createRequestFailure(`This PaymentIntent (${request.intent}) does not have a successful charge to refund.`)
    const left = charge.amount - charge.amount_refunded
    const amount = request.amount ?? left
    if (left === 0)
      throw createRequestFailure(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    if (!Number.isInteger(amount) || amount < 1)
      throw createRequestFailure('Invalid positive integer', { param: 'amount' })
    if (amount > left)
      throw createRequestFailure(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: 'amount',
      })
    const kind = this.#cards.get(charge.payment_intent)?.card.refund
    const refund = newRefund(charge, amount, { ...request.more, status: kind === 'pending' ? 'pending' : 'succeeded' })
    this.refunds.set(refund.id, refund)
    this.#sumUp(charge)
    this.#publish('refund.created', refund)
    this.#publish('charge.refunded', charge)
    return refund
  }

  /** Sets the final state of a pending refund. */
  settleRefund(id: string, status: 'succeeded' | 'failed'): Refund {
    const refund = this.refunds.get(id)
    if (!refund) throw createMissingResourceFailure('refund', id, 'id')
    const charge = this.charges.get(refund.charge)
    Object.assign(refund, { status }, status === 'failed' && { failure_reason: 'lost_or_stolen_card' })
    if (charge) this.#sumUp(charge)
    this.#publish('refund.updated', refund)
    if (status === 'failed') this.#publish('refund.failed', refund)
    return refund
  }

  /** Opens a dispute by the owner of the card. */
  dispute(id: string): void {
    const charge = this.#chargeOf(this.intent(id))
    charge.disputed = true
    this.#publish('charge.dispute.created', {
      id: `du_${charge.id.slice(3)}`,
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      created: getUnixSeconds(),
      currency: charge.currency,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: id,
      reason: 'fraudulent',
      status: 'needs_response',
    })
  }

  /** Makes an authorisation expire early, before its usual lifetime of a week. */
  lose(id: string): void {
    const intent = this.intent(id)
    if (intent.cancellation_reason === 'automatic') return
    this.#mustBe(intent, 'expired', ['requires_capture'])
    this.#letGo(intent)
  }

  #charge(intent: Intent, given: GivenCard): Intent {
    const charge = newCharge(intent, given)
    this.charges.set(charge.id, charge)
    intent.latest_charge = charge.id
    const { decline } = given.card
    if (decline) {
      this.#publish('charge.failed', charge)
      const { code, declineCode, words } = decline
      throw this.#refuse(intent, {
        type: 'card_error',
        code,
        message: words,
        charge: charge.id,
        ...(declineCode && { decline_code: declineCode }),
      })
    }
    this.#publish('charge.succeeded', charge)
    if (intent.capture_method === 'manual') {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount })
      this.#publish('payment_intent.amount_capturable_updated', intent)
      return intent
    }
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    this.#publish('payment_intent.succeeded', intent)
    this.#complain(charge)
    return intent
  }

  #refuse(intent: Intent, error: CardError): StripeFailure {
    const method = { id: intent.payment_method, object: 'payment_method', type: 'card' }
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null })
    intent.last_payment_error = { doc_url: 'https://docs.stripe.com/error-codes', ...error, payment_method: method }
    this.#publish('payment_intent.payment_failed', intent)
    return new StripeFailure(402, { ...intent.last_payment_error, ...error, payment_intent: { ...intent } })
  }

  /** Records the release of an authorisation as a refund, as Stripe does. */
  #release(intent: Intent, type: 'charge.refunded' | 'charge.expired'): void {
    const charge = this.#chargeOf(intent)
    const refund = newRefund(charge, charge.amount, { balance_transaction: null })
    this.refunds.set(refund.id, refund)
    Object.assign(charge, { amount_refunded: charge.amount, refunded: true })
    this.#publish(type, charge)
  }

  #sumUp(charge: Charge): void {
    const back = [...this.refunds.values()].filter(
      ({ charge: of, status }) => of === charge.id && (status === 'succeeded' || status === 'pending'),
    )
    charge.amount_refunded = back.reduce((sum, { amount }) => sum + amount, charge.amount - charge.amount_captured)
    charge.refunded = charge.amount_refunded === charge.amount
  }

  #complain(charge: Charge): void {
    if (this.#cards.get(charge.payment_intent)?.card.disputes) this.dispute(charge.payment_intent)
  }

  #chargeOf(intent: Intent): Charge {
    const charge = this.charges.get(intent.latest_charge ?? '')
    if (!charge) throw createRequestFailure(`This PaymentIntent (${intent.id}) does not have a charge.`)
    return charge
  }

  #expire(intent: Intent): void {
    if (intent.status !== 'requires_capture') return
    if (this.#chargeOf(intent).created + AUTHORISATION_LIFETIME_S <= getUnixSeconds()) this.#letGo(intent)
  }

  #letGo(intent: Intent): void {
    this.#release(intent, 'charge.expired')
    Object.assign(intent, { status: 'canceled', canceled_at: getUnixSeconds(), cancellation_reason: 'automatic' })
    intent.amount_capturable = 0
    this.#publish('payment_intent.canceled', intent)
  }

  #mustBe(intent: Intent, verb: string, states: Intent['status'][]): void {
    if (states.includes(intent.status)) return
    const words = `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${states.join(', ')}.`
    throw createRequestFailure(words, { code: 'payment_intent_unexpected_state', payment_intent: { ...intent } })
  }
}

/**
 * The minimum charges in minor units, by currency; 50 for any other currency.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const leasts: Readonly<Record<string, number>> = { gbp: 30, kwd: 100, bhd: 100, huf: 17_500 }

/** Checks that a card can be charged an amount in a currency. @throws {StripeFailure} when it cannot */
export function checkAmount(amount: number, currency: string): void {
  const least = leasts[currency] ?? 50
  if (!Number.isInteger(amount))
    throw createRequestFailure(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer' })
  if (amount < least)
    throw createRequestFailure(`Amount must be at least ${least} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  if (amount >= hundredMillion)
    throw createRequestFailure('Amount must be no more than 999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  if (/^(bhd|jod|kwd|omr|tnd)$/.test(currency) && amount % 10 !== 0)
    throw createRequestFailure('Invalid amount: the last digit must be zero for three-decimal currencies', {
      param: 'amount',
    })
  if (/^(isk|ugx)$/.test(currency) && amount % 100 !== 0)
    throw createRequestFailure(`Invalid amount: ${currency} is charged in multiples of 100`, { param: 'amount' })
}
