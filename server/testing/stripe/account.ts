import {
  AUTHORISATION_S,
  type Charge,
  type GivenCard,
  type Intent,
  newCharge,
  newIntent,
  newRefund,
  type Refund,
  seconds,
  type Wish,
} from './objects.ts'
import { invalid, missing, StripeFailure } from './stripe-failure.ts'

/** Where a payment that failed can be found again in an error, and in the payment. */
interface CardError {
  [more: string]: unknown
  code: string
  message: string
}

const hundredMillion = 100_000_000

/** The account of a site at Stripe: its money, and what may be done with it. Every change is told as an event. */
export class StripeAccount {
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly #tell: (type: string, object: object) => void
  /** The cards of payments that wait for their bank's question, and of those that were charged. */
  readonly #cards = new Map<string, GivenCard>()

  /** @param tell is given each event: its type, and what it is about, as it is now */
  constructor(tell: (type: string, object: object) => void) {
    this.#tell = (type, object) => tell(type, structuredClone(object))
  }

  create(wish: Wish): Intent {
    const intent = newIntent(wish)
    this.intents.set(intent.id, intent)
    this.#tell('payment_intent.created', intent)
    return intent
  }

  /** @throws {StripeFailure} when there is none */
  intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw missing('payment_intent', id, 'intent')
    this.#expire(intent)
    return intent
  }

  /** Tries a card. @throws {StripeFailure} 402 when its bank says no */
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
    this.#tell('payment_intent.requires_action', intent)
    return intent
  }

  /** Whoever pays answers their bank. @throws {StripeFailure} 402 when it says no all the same */
  authenticate(id: string, isThem: boolean): Intent {
    const intent = this.intent(id)
    const given = this.#cards.get(id)
    if (intent.status !== 'requires_action' || !given) throw invalid('Nobody is asked about this payment.')
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

  /** @throws {StripeFailure} when nothing is held, or less */
  capture(id: string, amount?: number): Intent {
    const intent = this.intent(id)
    this.#mustBe(intent, 'captured', ['requires_capture'])
    const taken = amount ?? intent.amount_capturable
    if (!(taken >= 1 && taken <= intent.amount_capturable))
      throw invalid('The requested capture amount is greater than the capturable amount.', {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      })
    const charge = this.#chargeOf(intent)
    const rest = charge.amount - taken
    Object.assign(charge, { captured: true, amount_captured: taken, amount_refunded: rest })
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: taken })
    this.#tell('charge.captured', charge)
    this.#tell('payment_intent.succeeded', intent)
    this.#complain(charge)
    return intent
  }

  /** Gives up what is held, or lets nobody pay any more. */
  cancel(id: string, reason: string | null): Intent {
    const intent = this.intent(id)
    const open = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'] as const
    this.#mustBe(intent, 'canceled', [...open, 'processing'])
    if (intent.status === 'requires_capture') this.#release(intent, 'charge.refunded')
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(), cancellation_reason: reason })
    Object.assign(intent, { amount_capturable: 0, next_action: null })
    this.#tell('payment_intent.canceled', intent)
    return intent
  }

  /** @throws {StripeFailure} when there is not so much to give back */
  refund(wanted: { intent?: string; charge?: string; amount?: number; more: Partial<Refund> }): Refund {
    const charge = wanted.charge
      ? this.charges.get(wanted.charge)
      : this.charges.get(this.intent(wanted.intent ?? '').latest_charge ?? '')
    if (!charge?.paid || !charge.captured)
      throw invalid(`This PaymentIntent (${wanted.intent}) does not have a successful charge to refund.`)
    const left = charge.amount - charge.amount_refunded
    const amount = wanted.amount ?? left
    if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    if (!Number.isInteger(amount) || amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
    if (amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: 'amount',
      })
    const kind = this.#cards.get(charge.payment_intent)?.card.refund
    const refund = newRefund(charge, amount, { ...wanted.more, status: kind === 'pending' ? 'pending' : 'succeeded' })
    this.refunds.set(refund.id, refund)
    this.#sumUp(charge)
    this.#tell('refund.created', refund)
    this.#tell('charge.refunded', charge)
    return refund
  }

  /** What the customer's bank makes of a refund in the end. */
  settleRefund(id: string, status: 'succeeded' | 'failed'): Refund {
    const refund = this.refunds.get(id)
    if (!refund) throw missing('refund', id, 'id')
    const charge = this.charges.get(refund.charge)
    Object.assign(refund, { status }, status === 'failed' && { failure_reason: 'lost_or_stolen_card' })
    if (charge) this.#sumUp(charge)
    this.#tell('refund.updated', refund)
    if (status === 'failed') this.#tell('refund.failed', refund)
    return refund
  }

  /** The owner of the card asks their bank for the money. */
  dispute(id: string): void {
    const charge = this.#chargeOf(this.intent(id))
    charge.disputed = true
    this.#tell('charge.dispute.created', {
      id: `du_${charge.id.slice(3)}`,
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      created: seconds(),
      currency: charge.currency,
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: id,
      reason: 'fraudulent',
      status: 'needs_response',
    })
  }

  /** The bank lets go of what it held before the week is over; later it has done so by itself. */
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
      this.#tell('charge.failed', charge)
      const { code, declineCode, words } = decline
      throw this.#refuse(intent, {
        type: 'card_error',
        code,
        message: words,
        charge: charge.id,
        ...(declineCode && { decline_code: declineCode }),
      })
    }
    this.#tell('charge.succeeded', charge)
    if (intent.capture_method === 'manual') {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount })
      this.#tell('payment_intent.amount_capturable_updated', intent)
      return intent
    }
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    this.#tell('payment_intent.succeeded', intent)
    this.#complain(charge)
    return intent
  }

  #refuse(intent: Intent, error: CardError): StripeFailure {
    const method = { id: intent.payment_method, object: 'payment_method', type: 'card' }
    Object.assign(intent, { status: 'requires_payment_method', payment_method: null })
    intent.last_payment_error = { doc_url: 'https://docs.stripe.com/error-codes', ...error, payment_method: method }
    this.#tell('payment_intent.payment_failed', intent)
    return new StripeFailure(402, { ...intent.last_payment_error, ...error, payment_intent: { ...intent } })
  }

  /** A hold that is given up is a refund of what never was taken. */
  #release(intent: Intent, type: 'charge.refunded' | 'charge.expired'): void {
    const charge = this.#chargeOf(intent)
    const refund = newRefund(charge, charge.amount, { balance_transaction: null })
    this.refunds.set(refund.id, refund)
    Object.assign(charge, { amount_refunded: charge.amount, refunded: true })
    this.#tell(type, charge)
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
    if (!charge) throw invalid(`This PaymentIntent (${intent.id}) does not have a charge.`)
    return charge
  }

  #expire(intent: Intent): void {
    if (intent.status !== 'requires_capture') return
    if (this.#chargeOf(intent).created + AUTHORISATION_S <= seconds()) this.#letGo(intent)
  }

  #letGo(intent: Intent): void {
    this.#release(intent, 'charge.expired')
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(), cancellation_reason: 'automatic' })
    intent.amount_capturable = 0
    this.#tell('payment_intent.canceled', intent)
  }

  #mustBe(intent: Intent, verb: string, states: Intent['status'][]): void {
    if (states.includes(intent.status)) return
    const words = `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${states.join(', ')}.`
    throw invalid(words, { code: 'payment_intent_unexpected_state', payment_intent: { ...intent } })
  }
}

/** The least that Stripe charges, where it is not half a unit. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leasts: Readonly<Record<string, number>> = { gbp: 30, jpy: 50, kwd: 100, bhd: 100, krw: 50, huf: 17_500 }

/** @throws {StripeFailure} saying why a card cannot be charged this */
export function checkAmount(amount: number, currency: string): void {
  const least = leasts[currency] ?? 50
  if (!Number.isInteger(amount)) throw invalid(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer' })
  if (amount < least)
    throw invalid(`Amount must be at least ${least} ${currency}`, { code: 'amount_too_small', param: 'amount' })
  if (amount >= hundredMillion)
    throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large', param: 'amount' })
  if (/^(bhd|jod|kwd|omr|tnd)$/.test(currency) && amount % 10 !== 0)
    throw invalid('Invalid amount: the last digit must be zero for three-decimal currencies', { param: 'amount' })
  if (/^(isk|ugx)$/.test(currency) && amount % 100 !== 0)
    throw invalid(`Invalid amount: ${currency} is charged in multiples of 100`, { param: 'amount' })
}
