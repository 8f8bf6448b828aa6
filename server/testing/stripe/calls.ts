import type { StripeCallName } from '#contract/testing/stripe-control.ts'
import { checkAmount, type StripeAccount } from './account.ts'
import { type Form, getFormList, getFormText, parseForm } from './form.ts'
import { type Charge, createStripeId, type GivenCard, type Intent, type IntentRequest } from './objects.ts'
import { createMissingResourceFailure, createRequestFailure, StripeFailure } from './stripe-failure.ts'
import { findTestCard, testCardNumbers } from './test-cards.ts'

export interface StripeCall {
  name: StripeCallName
  /** The id of the payment, charge or refund; empty for calls that create or list. */
  id: string
  form: Form
  /** Whether a browser made the call, with the publishable key. */
  isPublic: boolean
}

const routes: readonly [RegExp, StripeCallName][] = [
  [/^POST \/v1\/payment_intents$/, 'create'],
  [/^GET \/v1\/payment_intents\/(\w+)$/, 'read'],
  [/^POST \/v1\/payment_intents\/(\w+)\/confirm$/, 'confirm'],
  [/^POST \/v1\/payment_intents\/(\w+)\/capture$/, 'capture'],
  [/^POST \/v1\/payment_intents\/(\w+)\/cancel$/, 'cancel'],
  [/^GET \/v1\/charges(?:\/(\w+))?$/, 'charges'],
  [/^POST \/v1\/refunds$/, 'refund'],
  [/^GET \/v1\/refunds(?:\/(\w+))?$/, 'refunds'],
  [/^POST \/v1\/3ds2\/(\w+)\/authenticate$/, 'authenticate'],
]
/** The calls that a browser may make with the client secret of the payment. */
const publicCalls: readonly StripeCallName[] = ['read', 'confirm', 'authenticate']

/** The top-level parameters of each call. Stripe refuses unknown parameters. */
const parameters: Readonly<Record<StripeCallName, readonly string[]>> = {
  create: [
    'amount',
    'currency',
    'capture_method',
    'allowed_payment_method_types',
    'description',
    'metadata',
    'expand',
    'automatic_payment_methods',
    'receipt_email',
    'statement_descriptor_suffix',
    'payment_method_options',
  ],
  read: ['expand', 'client_secret'],
  confirm: ['client_secret', 'payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk', 'expand'],
  capture: ['amount_to_capture', 'expand'],
  cancel: ['cancellation_reason', 'expand'],
  charges: ['payment_intent', 'limit', 'starting_after', 'ending_before', 'created', 'expand'],
  refund: ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'],
  refunds: ['payment_intent', 'charge', 'limit', 'starting_after', 'ending_before', 'created', 'expand'],
  authenticate: ['client_secret', 'outcome'],
}

/** Parses a request. @throws {StripeFailure} 401, 404, or another status for an invalid request */
export function readCall(
  request: { method: string; url: URL; body: string; authorization: string },
  keys: { secretKey: string; publishableKey: string },
): StripeCall {
  const { method, url, body, authorization } = request
  const { key: keyInForm, ...form } = parseForm(method === 'GET' ? url.search : body)
  const [, scheme, sent = ''] = /^(Bearer|Basic) (.+)$/.exec(authorization) ?? []
  const given = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString().replace(/:$/, '') : sent
  const key = given || (typeof keyInForm === 'string' ? keyInForm : '')
  if (key === '') throw new StripeFailure(401, { message: 'You did not provide an API key.' })
  if (key !== keys.secretKey && key !== keys.publishableKey)
    throw new StripeFailure(401, { message: `Invalid API Key provided: ${key.slice(0, 8)}****` })
  const isPublic = key === keys.publishableKey

  for (const [pattern, name] of routes) {
    const match = pattern.exec(`${method} ${url.pathname}`)
    if (!match) continue
    if (isPublic && !publicCalls.includes(name))
      throw new StripeFailure(403, {
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key.',
      })
    const other = Object.keys(form).find((param) => !parameters[name].includes(param))
    if (other !== undefined)
      throw createRequestFailure(`Received unknown parameter: ${other}`, {
        code: 'parameter_unknown',
        param: other,
      })
    return { name, id: match[1] ?? '', form, isPublic }
  }
  throw new StripeFailure(404, { message: `Unrecognized request URL (${method}: ${url.pathname}).` })
}

/** Performs a call. @returns the reply */
export function answerCall(account: StripeAccount, { name, id, form, isPublic }: StripeCall): object {
  if (isPublic && getFormText(form, 'client_secret') !== account.intent(id).client_secret)
    throw createMissingResourceFailure('payment_intent', id, 'intent')
  const expand = getFormList(form, 'expand')
  const shown = (intent: Intent) => (isPublic ? forBrowsers(intent) : expanded(account, intent, expand))
  switch (name) {
    case 'create':
      return shown(account.create(wishOf(form)))
    case 'read':
      return shown(account.intent(id))
    case 'confirm':
      return shown(account.confirm(id, cardIn(form)))
    case 'authenticate':
      return shown(account.authenticate(id, getFormText(form, 'outcome') === 'complete'))
    case 'capture':
      return shown(account.capture(id, numberIn(form, 'amount_to_capture')))
    case 'cancel':
      return shown(account.cancel(id, getFormText(form, 'cancellation_reason') ?? null))
    case 'refund': {
      const [intent, charge, amount] = [
        getFormText(form, 'payment_intent'),
        getFormText(form, 'charge'),
        numberIn(form, 'amount'),
      ]
      if (!intent && !charge)
        throw createRequestFailure('One of the following params should be provided: payment_intent or charge.')
      return account.refund({
        ...(intent && { intent }),
        ...(charge && { charge }),
        ...(amount !== undefined && { amount }),
        more: {
          metadata: (form.metadata ?? {}) as Record<string, string>,
          reason: getFormText(form, 'reason') ?? null,
        },
      })
    }
    case 'charges':
      return id
        ? one('charge', account.charges.get(id), id)
        : listed('/v1/charges', [...account.charges.values()], form)
    case 'refunds':
      return id
        ? one('refund', account.refunds.get(id), id)
        : listed('/v1/refunds', [...account.refunds.values()], form)
  }
}

function one(kind: string, found: object | undefined, id: string): object {
  if (!found) throw createMissingResourceFailure(kind, id, 'id')
  return found
}

/** Returns a page of a list, newest first. */
function listed(url: string, all: { id: string; payment_intent: string; charge?: unknown }[], form: Form): object {
  const limit = numberIn(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw createRequestFailure('Limit must be between 1 and 100.', { param: 'limit' })
  const [intent, charge, after] = [
    getFormText(form, 'payment_intent'),
    getFormText(form, 'charge'),
    getFormText(form, 'starting_after'),
  ]
  const some = all
    .filter((each) => (!intent || each.payment_intent === intent) && (!charge || each.charge === charge))
    .toReversed()
  const from = after ? some.findIndex(({ id }) => id === after) + 1 : 0
  return { object: 'list', url, data: some.slice(from, from + limit), has_more: some.length > from + limit }
}

function expanded(account: StripeAccount, intent: Intent, expand: readonly string[]): object {
  for (const path of expand)
    if (!/^(latest_charge(\.(refunds|balance_transaction))?|payment_method|customer)$/.test(path))
      throw createRequestFailure(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const charge = account.charges.get(intent.latest_charge ?? '')
  if (!charge || !expand.some((path) => path.startsWith('latest_charge'))) return intent
  const isOfCharge = (refund: { charge: string }) => refund.charge === charge.id
  const withRefunds: Charge = expand.includes('latest_charge.refunds')
    ? { ...charge, refunds: listed('/v1/refunds', [...account.refunds.values()].filter(isOfCharge), {}) }
    : charge
  return { ...intent, latest_charge: withRefunds }
}

/** Returns the fields of a payment that the publishable key may read. */
const forBrowsers = (intent: Intent): object =>
  Object.fromEntries(
    Object.entries(intent).filter(
      ([name]) => !/^(metadata|latest_charge|amount_received|amount_capturable)$/.test(name),
    ),
  )

function wishOf(form: Form): IntentRequest {
  const [amount, currency] = [numberIn(form, 'amount'), getFormText(form, 'currency')?.toLowerCase()]
  if (amount === undefined) throw createRequestFailure('Missing required param: amount.', { code: 'parameter_missing' })
  if (!currency || !/^[a-z]{3}$/.test(currency))
    throw createRequestFailure(`Invalid currency: ${currency}`, { param: 'currency' })
  checkAmount(amount, currency)
  const method = getFormText(form, 'capture_method') ?? 'automatic_async'
  if (method !== 'manual' && method !== 'automatic' && method !== 'automatic_async')
    throw createRequestFailure(`Invalid capture_method: ${method}`, { param: 'capture_method' })
  const description = getFormText(form, 'description') ?? null
  const types = getFormList(form, 'allowed_payment_method_types')
  return {
    amount,
    currency,
    capture_method: method,
    description,
    metadata: (form.metadata ?? {}) as Record<string, string>,
    allowed_payment_method_types: types.length > 0 ? types : null,
    payment_method_types: types.length > 0 ? types : ['card'],
  }
}

function numberIn(form: Form, name: string): number | undefined {
  const text = getFormText(form, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text))
    throw createRequestFailure(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name })
  return Number(text)
}

/** The cards of Stripe's named test payment methods, for calls without a browser. */
const methods: Readonly<Record<string, string>> = {
  pm_card_visa: testCardNumbers.good,
  pm_card_mastercard: testCardNumbers.mastercard,
  pm_card_chargeDeclined: testCardNumbers.declined,
  pm_card_authenticationRequired: testCardNumbers.asks,
}

function cardIn(form: Form): GivenCard {
  const method = getFormText(form, 'payment_method')
  const data = (name: string) => getFormText(form, 'payment_method_data', 'card', name)
  const number = (method ? methods[method] : data('number')?.replaceAll(/\s/g, '')) ?? ''
  const card = findTestCard(number)
  const wrong = (code: string, message: string) => new StripeFailure(402, { type: 'card_error', code, message })
  if (!card) throw wrong('incorrect_number', 'Your card number is incorrect.')
  const [month, year] = [Number(data('exp_month') ?? 12), Number(data('exp_year') ?? 2040)]
  if (!(month >= 1 && month <= 12)) throw wrong('invalid_expiry_month', 'Your card’s expiration month is invalid.')
  const fullYear = year < 100 ? 2000 + year : year
  if (fullYear < new Date().getUTCFullYear())
    throw wrong('invalid_expiry_year', 'Your card’s expiration year is invalid.')
  return { number, card, method: method ?? createStripeId('pm'), month, year: fullYear }
}
