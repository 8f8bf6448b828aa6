import { expect, test } from 'vitest'
import { PAYMENT_WEBHOOK_PATH } from '#contract/payments.ts'
import { createCardSiteWithHeldEvents } from '../../../testing/card-site.ts'
import { signatureOf } from '../../../testing/stripe/webhooks.ts'

const MINUTES_AGO = 6 * 60

/** Creates a site with one paid order that waits for its payment check, and the event about its payment. */
async function createTold() {
  const site = await createCardSiteWithHeldEvents()
  const { double, app, db, pay, nora } = site
  const { orderId } = await pay(nora)
  const event = double.webhooks.waiting.find(({ type }) => type === 'payment_intent.amount_capturable_updated')
  const body = JSON.stringify(event)
  const secret = double.webhookSecret
  const send = async (payload: string | Buffer, headers: Record<string, string>) => {
    const type = { 'content-type': 'application/json', ...headers }
    const answer = await app.inject({ method: 'POST', url: PAYMENT_WEBHOOK_PATH, payload, headers: type })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const heard = async () => (await db.selectFrom('payment_events').select('id').execute()).length
  const due = async () => (await site.payment(orderId)).check_at
  return { ...site, body, secret, event, send, heard, due, orderId }
}

type Told = Awaited<ReturnType<typeof createTold>>
const signed = (payload: string, secret: string, at?: number) => ({
  'stripe-signature': signatureOf(payload, secret, at),
})
const now = () => Math.floor(Date.now() / 1000)

test.each<[what: string, send: (told: Told) => ReturnType<Told['send']>]>([
  ['no signature', ({ send, body }) => send(body, {})],
  ['an empty signature', ({ send, body }) => send(body, { 'stripe-signature': '' })],
  ['a malformed signature', ({ send, body }) => send(body, { 'stripe-signature': 't=1,v1=\u00ff, __proto__' })],
  ['the signature of another secret', ({ send, body }) => send(body, signed(body, 'whsec_other'))],
  ['the signature of another body', ({ send, body, secret }) => send(body, signed(`${body} `, secret))],
  [
    'a signature of another scheme',
    ({ send, body, secret }) => send(body, { 'stripe-signature': signatureOf(body, secret).replace('v1=', 'v0=') }),
  ],
  ['a signature of six minutes ago', ({ send, body, secret }) => send(body, signed(body, secret, now() - MINUTES_AGO))],
  [
    'an old signature with a newer time',
    ({ send, body, secret }) =>
      send(body, {
        'stripe-signature': signatureOf(body, secret, now() - MINUTES_AGO).replace(/t=\d+/, `t=${now()}`),
      }),
  ],
  ['no body', ({ send, secret }) => send('', signed('{}', secret))],
  ['a body that is not JSON and no signature', ({ send }) => send('{"id":', {})],
])('an event with %s is refused, and starts no payment check', async (_, send) => {
  const told = await createTold()
  const before = await told.due()
  const { status, body } = await send(told)
  expect([status, body.code]).toEqual([400, 'signature_invalid'])
  expect([await told.heard(), await told.due()]).toEqual([0, before])
})

test('a payment event of a megabyte is refused before its body is read', async () => {
  const { send, heard, secret } = await createTold()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'x',
    data: { object: {} },
    more: 'x'.repeat(2 ** 20),
  })
  expect((await send(body, signed(body, secret))).status).toBe(413)
  expect(await heard()).toBe(0)
})

test('a replayed payment event has no effect', async () => {
  const { send, body, secret, heard, reconcileDuePayments, due, double } = await createTold()
  const headers = signed(body, secret)
  expect((await send(body, headers)).status).toBe(200)
  await reconcileDuePayments()
  const [before, calls] = [await due(), double.calls.length]
  expect((await send(body, headers)).status).toBe(200)
  await reconcileDuePayments()
  expect([await heard(), await due(), double.calls.length]).toEqual([1, before, calls])
})

test.each<[what: string, change: (event: Record<string, unknown>) => unknown]>([
  [
    'about a payment of no order',
    (event) => ({ ...event, data: { object: { object: 'payment_intent', id: 'pi_other' } } }),
  ],
  ['about no payment', (event) => ({ ...event, data: { object: { object: 'customer', id: 'cus_1' } } })],
  ['of an unknown type', (event) => ({ ...event, type: 'hats.knocked_off' })],
])('a signed event %s is answered 200 and has no effect', async (_, change) => {
  const { send, event, secret, read, orderId } = await createTold()
  const body = JSON.stringify(change(event as Record<string, unknown>))
  expect((await send(body, signed(body, secret))).status).toBe(200)
  expect((await read(orderId)).state).toBe('awaiting_payment')
})

test.each([
  'null',
  '[]',
  '7',
  '{}',
  '{"id":"evt_1"}',
  '{"data":null}',
  '{"id":7,"type":{},"data":{"object":{"id":[]}}}',
  'x',
])('a signed webhook body that is not a payment event (%s) causes no internal error', async (body) => {
  const { send, secret, heard } = await createTold()
  const { status } = await send(body, signed(body, secret))
  expect(status).toBeLessThan(500)
  expect(await heard()).toBe(0)
})
