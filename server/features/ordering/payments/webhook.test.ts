import { expect, test } from 'vitest'
import { DAY_MS, SECOND_MS } from '#contract/limits.ts'
import { PAYMENT_WEBHOOK_PATH } from '#contract/payments.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { signatureOf } from '../../../testing/stripe/webhooks.ts'
import { deleteOldWebhookEvents } from './webhook.ts'

/** Creates a site with an order that was paid at Stripe, and functions that send events. */
async function paidSite() {
  const site = await createCardSiteWithHeldEvents()
  const { orderId } = await site.pay(site.nora)
  const { webhookSecret } = site.double
  const event = (more: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.amount_capturable_updated',
      data: { object: { id: site.intent().id, object: 'payment_intent' } },
      ...more,
    })
  const send = async (payload: string, signature = signatureOf(payload, webhookSecret), more = {}) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature, ...more }
    const answer = await site.app.inject({ method: 'POST', url: PAYMENT_WEBHOOK_PATH, headers, payload })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  const state = async () => {
    await site.reconcileDuePayments()
    return (await site.read(orderId)).state
  }
  const events = () => site.db.selectFrom('payment_events').selectAll().execute()
  // Postpones the next payment check by a day, so that only an event can start a check.
  const rest = () =>
    site.db
      .updateTable('payments')
      .set({ check_at: Date.now() + DAY_MS })
      .execute()
  await rest()
  return { ...site, orderId, webhookSecret, event, send, state, events, rest }
}

test('a signed payment event starts a payment check and is stored once, and repeated events change nothing', async () => {
  const { orderId, event, send, state, events, rest, payment } = await paidSite()
  expect(await state()).toBe('awaiting_payment')
  expect(await send(event())).toMatchObject({ status: 200, body: { received: true } })
  expect(await state()).toBe('placed')
  expect(await events()).toMatchObject([
    { id: 'evt_1', type: 'payment_intent.amount_capturable_updated', order_id: orderId },
  ])
  await rest()
  const before = await payment(orderId)
  expect((await send(event())).status).toBe(200)
  expect(await payment(orderId)).toEqual(before)
  expect(await events()).toHaveLength(1)
})

test('refuses a payment event without a signature, with the signature of another secret or body, or with an old signature', async () => {
  const { event, send, state, events, webhookSecret } = await paidSite()
  const old = Math.floor(Date.now() / SECOND_MS) - 400
  const wrong = [
    [event(), ''],
    [event(), 'nonsense'],
    [event(), signatureOf(event(), 'whsec_other')],
    [event({ id: 'evt_2' }), signatureOf(event(), webhookSecret)],
    [event(), signatureOf(event(), webhookSecret, old)],
    ['not even JSON', signatureOf(event(), webhookSecret)],
  ] as const
  for (const [payload, signature] of wrong)
    expect(await send(payload, signature)).toMatchObject({ status: 400, body: { code: 'signature_invalid' } })
  expect(await events()).toEqual([])
  expect(await state()).toBe('awaiting_payment')
})

test('the body of a payment event is verified as raw bytes, whatever its content type, and a large body is refused before it is read', async () => {
  const { event, send, state, webhookSecret } = await paidSite()
  const spaced = ` ${event().replaceAll(',', ' ,\n')} `
  expect(await send('x'.repeat(600 * 1024), '')).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  const kind = { 'content-type': 'text/plain' }
  expect((await send(spaced, signatureOf(spaced, webhookSecret), kind)).status).toBe(200)
  expect(await state()).toBe('placed')
})

test('a payment event about a charge starts a check of its payment; events about unknown payments or about customers are ignored', async () => {
  const { intent, event, send, state, events } = await paidSite()
  const about = (object: object, id: string) => event({ id, data: { object } })
  expect((await send(about({ object: 'charge', id: 'ch_1', payment_intent: 'pi_other' }, 'evt_a'))).status).toBe(200)
  expect((await send(about({ object: 'customer', id: 'cus_1' }, 'evt_b'))).status).toBe(200)
  expect(await events()).toEqual([])
  expect(await state()).toBe('awaiting_payment')
  const charge = { object: 'charge', id: 'ch_1', payment_intent: intent().id }
  expect((await send(about(charge, 'evt_c'))).status).toBe(200)
  expect(await state()).toBe('placed')
})

test('pages of other sites cannot read the replies of the webhook', async () => {
  const { event, send, app } = await paidSite()
  const { headers } = await send(event(), undefined, { origin: 'https://elsewhere.test' })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect((await app.inject({ method: 'GET', url: PAYMENT_WEBHOOK_PATH })).statusCode).toBe(405)
})

test('payment events are deleted after the time in which the provider may repeat them', async () => {
  const { db, event, send, events } = await paidSite()
  await send(event())
  await deleteOldWebhookEvents(db)
  expect(await events()).toHaveLength(1)
  await db
    .updateTable('payment_events')
    .set({ at: Date.now() - 31 * DAY_MS })
    .execute()
  await deleteOldWebhookEvents(db)
  expect(await events()).toEqual([])
})

test('a site without card payments has no webhook, reports no publishable key, and does not allow Stripe in its security policies', async () => {
  const { app, as, order, nora, draft, orders } = await createOrderSite()
  expect((await app.inject({ method: 'POST', url: PAYMENT_WEBHOOK_PATH, payload: '{}' })).statusCode).toBe(404)
  expect(await as(null, 'GET', '/api/payments/settings')).toEqual({ status: 200, body: { stripe: null } })
  expect(await order(nora, draft({ payment: 'card' }))).toMatchObject({ status: 409, body: { code: 'cards_off' } })
  expect(await orders()).toEqual([])
  const { headers } = await app.inject({ url: '/' })
  expect(headers['content-security-policy']).not.toContain('stripe')
  expect(headers['permissions-policy']).toContain('payment=()')
})

test('a site with card payments reports its publishable key, and its security policies allow Stripe’s script, frames and wallets', async () => {
  const { app, as, double } = await createCardSiteWithHeldEvents()
  expect(await as(null, 'GET', '/api/payments/settings')).toEqual({
    status: 200,
    body: { stripe: { publishableKey: double.publishableKey } },
  })
  const { headers } = await app.inject({ url: '/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/script-src [^;]*'self'[^;]* https:\/\/js\.stripe\.com(;|$)/)
  expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/)
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")')
})
