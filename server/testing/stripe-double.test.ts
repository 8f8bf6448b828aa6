import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import type { StripeDouble } from './stripe/double.ts'
import { type StripeDoubleOptions, startStripeDouble } from './stripe-double.ts'

/** Connects the real library to the double. */
async function createStripe(options: StripeDoubleOptions = {}) {
  const double = await startStripeDouble(options)
  onTestFinished(double.close)
  const { hostname, port } = new URL(double.origin)
  const stripe = new Stripe(double.secretKey, {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const begin = (capture_method: 'manual' | 'automatic' = 'manual', key: string = crypto.randomUUID()) =>
    stripe.paymentIntents.create(
      {
        amount: 1560,
        currency: 'gbp',
        capture_method,
        allowed_payment_method_types: ['card'],
        metadata: { orderId: key },
      },
      { idempotencyKey: key },
    )
  return { double, stripe, begin }
}

/** Confirms a payment as a browser does, with the card and the publishable key. */
async function pay(double: StripeDouble, intent: Stripe.PaymentIntent, number: string) {
  const body = new URLSearchParams({
    key: double.publishableKey,
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
  })
  const response = await fetch(`${double.origin}/v1/payment_intents/${intent.id}/confirm`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}

test('the double of Stripe authorises a payment, captures it, refunds it in parts up to its amount, and makes one payment per idempotency key', async () => {
  const { double, stripe, begin } = await createStripe()
  const intent = await begin('manual', 'order-1')
  expect((await begin('manual', 'order-1')).id).toBe(intent.id)
  await expect(begin('automatic', 'order-1')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })

  await expect(stripe.paymentIntents.capture(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    statusCode: 400,
  })
  expect(await pay(double, intent, '4242 4242 4242 4242')).toMatchObject({
    status: 200,
    body: { status: 'requires_capture' },
  })
  const held = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(held).toMatchObject({ amount_capturable: 1560, metadata: { orderId: 'order-1' } })
  expect(held.latest_charge).toMatchObject({ payment_method_details: { card: { brand: 'visa', last4: '4242' } } })

  expect(await stripe.paymentIntents.capture(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 1560 })
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const some = await stripe.refunds.create({ payment_intent: intent.id, amount: 560, metadata: { refundId: 'r' } })
  expect(some).toMatchObject({ amount: 560, status: 'succeeded', metadata: { refundId: 'r' } })
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 1001 })).rejects.toThrow('greater than')
  await stripe.refunds.create({ payment_intent: intent.id })
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount)).toEqual([
    1000, 560,
  ])
})

test('in the double of Stripe, a refused card returns the reason, another card can pay, and a card keeps its fingerprint', async () => {
  const { double, stripe, begin } = await createStripe()
  const intent = await begin()
  expect(await pay(double, intent, '4000000000009995')).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined', decline_code: 'insufficient_funds' } },
  })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { message: 'Your card has insufficient funds.' },
  })
  await pay(double, intent, '4000000000009995')
  await pay(double, intent, '4242424242424242')
  const { data } = await stripe.charges.list({ payment_intent: intent.id })
  expect(data.map(({ status, failure_code }) => [status, failure_code])).toEqual([
    ['succeeded', null] as const,
    ['failed', 'card_declined'] as const,
    ['failed', 'card_declined'] as const,
  ])
  const [good, bad, again] = data.map(({ payment_method_details }) => payment_method_details?.card?.fingerprint)
  expect([bad, good === bad]).toEqual([again, false])
})

test('in the double of Stripe, an authentication by the bank can succeed or fail', async () => {
  const { double, stripe, begin } = await createStripe()
  const intent = await begin('automatic')
  expect((await pay(double, intent, '4000002760003184')).body).toMatchObject({ status: 'requires_action' })
  double.account.authenticate(intent.id, false)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  await pay(double, intent, '4000002760003184')
  double.account.authenticate(intent.id, true)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 1560 })
})

test('the events of Stripe’s double are signed, and can be held, reordered, repeated or dropped', async () => {
  const told: string[] = []
  const { double, stripe, begin } = await createStripe({
    webhook: async (body, headers) => {
      told.push(stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', 'whsec_double').type)
      return { statusCode: 200 }
    },
  })
  const intent = await begin()
  await double.webhooks.quiet()
  double.webhooks.isHeld = true
  await pay(double, intent, '4242424242424242')
  expect(told.splice(0)).toEqual(['payment_intent.created'])
  await double.webhooks.deliver({ times: 2, order: (events) => events.toReversed() })
  const held = 'payment_intent.amount_capturable_updated'
  expect(told.splice(0)).toEqual([held, held, 'charge.succeeded', 'charge.succeeded'])
  await stripe.paymentIntents.cancel(intent.id)
  expect([double.webhooks.drop(), await double.webhooks.deliver(), told]).toEqual([2, 0, []])
})

test('calls to Stripe’s double fail as configured: with an error status, without an effect, or after their effect', async () => {
  const { double, stripe, begin } = await createStripe()
  double.fail(500)
  await expect(begin()).rejects.toMatchObject({ type: 'StripeAPIError' })
  double.fail(429)
  await expect(begin()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  // The library repeats a call once when its connection ends.
  double.fail('cut', { times: 2 })
  await expect(begin()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(double.account.intents.size).toBe(0)
  double.fail('lose', { times: 2 })
  await expect(begin('manual', 'lost')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const [lost] = double.account.intents.keys()
  expect((await begin('manual', 'lost')).id).toBe(lost)
  double.onCall = ({ name }, when) => (name === 'read' && when === 'before' ? 503 : undefined)
  await expect(stripe.paymentIntents.retrieve(lost ?? '')).rejects.toMatchObject({ statusCode: 503 })
  const stranger = new Stripe('sk_test_wrong', {
    protocol: 'http',
    host: '127.0.0.1',
    port: new URL(double.origin).port,
  })
  await expect(stranger.paymentIntents.retrieve(lost ?? '')).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  })
})
