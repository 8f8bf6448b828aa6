import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { createFcmFailure, startFirebase } from '../../testing/firebase.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { subscribeBrowser } from '../../testing/push-subscriber.ts'
import { PUSH_RETRY_DELAYS_MS } from './push-sender.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

const web = { apiKey: 'AIza', projectId: 'hats', appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'BNx' }
const token = 'cX9:APA91bF-_device'

/** Creates a site with Firebase, and Nora's phone. */
async function createFirebaseSite({ browsers = false } = {}) {
  const firebase = await startFirebase()
  onTestFinished(firebase.close)
  const site = await createPushSite({ firebase: { ...firebase.settings, web: browsers ? web : null } })
  await site.register(site.nora, token, 'android')
  const state = async () => (await site.rows()).map(({ state, last_error }) => [state, last_error])
  const devices = async () => (await site.ledger()).devices
  return { ...site, firebase, state, devices, tellNora: () => site.tell({ userId: site.nora.id }) }
}

test('S7.17 S3.06 phones and browsers with a Firebase token get messages through Firebase, each platform in its own format', async () => {
  const { firebase, register, otto, ada, tell, deliver, state } = await createFirebaseSite({ browsers: true })
  expect((await register(otto, 'ios-token', 'ios')).status).toBe(204)
  expect((await register(ada, 'web-token', 'web')).status).toBe(204)
  expect(await tell('readers', { topic: 'orders', title: 'Ready', body: 'Hats', url: '/orders', tag: 'order-1' })).toBe(
    3,
  )
  await deliver()

  expect(await state()).toEqual([
    ['sent', null],
    ['sent', null],
    ['sent', null],
  ])
  const data = { topic: 'orders', title: 'Ready', body: 'Hats', url: '/orders', tag: 'order-1' }
  const notification = { title: 'Ready', body: 'Hats' }
  const key = expect.stringMatching(/^[\w-]{32}$/)
  const messages = Object.fromEntries(firebase.arrived.map((message) => [message.token, message]))
  expect(messages).toEqual({
    [token]: {
      token,
      notification,
      data,
      android: { priority: 'HIGH', ttl: '3600s', collapse_key: key, notification: { tag: 'order-1' } },
    },
    'ios-token': {
      token: 'ios-token',
      notification,
      data,
      apns: {
        headers: {
          'apns-priority': '10',
          'apns-expiration': String(Math.floor(Date.now() / SECOND_MS) + 3600),
          'apns-collapse-id': key,
        },
        payload: { aps: { sound: 'default' } },
      },
    },
    // The service worker shows this message. With a `notification` in it, the browser would show the message a second
    // time.
    'web-token': { token: 'web-token', data, webpush: { headers: { TTL: '3600', Urgency: 'high', Topic: key } } },
  })
})

test('all push messages use one Google access token, and a new token is requested shortly before the old one expires', async () => {
  const { firebase, tellNora, deliver } = await createFirebaseSite()
  for (let i = 0; i < 20; i++) await tellNora()
  await deliver()
  expect([firebase.arrived.length, firebase.exchanges]).toEqual([20, 1])
  advanceClock(HOUR_MS - 62 * SECOND_MS)
  await tellNora()
  await deliver()
  expect(firebase.exchanges).toBe(1)
  advanceClock(SECOND_MS)
  await tellNora()
  await deliver()
  expect([firebase.arrived.length, firebase.exchanges]).toEqual([22, 2])
})

test('when Firebase rejects the access token, a new token is requested once, and the push message arrives', async () => {
  const { firebase, tellNora, deliver, state } = await createFirebaseSite()
  await tellNora()
  await deliver()
  firebase.forgetTokens()
  await tellNora()
  await deliver()
  expect([firebase.arrived.length, firebase.exchanges]).toEqual([2, 2])
  expect(await state()).toEqual([
    ['sent', null],
    ['sent', null],
  ])
})

test.each([
  ['UNREGISTERED', createFcmFailure(404, 'UNREGISTERED')],
  ['SENDER_ID_MISMATCH', createFcmFailure(403, 'SENDER_ID_MISMATCH')],
  [
    'INVALID_ARGUMENT',
    createFcmFailure(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token'),
  ],
])('a device is deleted when Firebase answers %s', async (_, reply) => {
  const { firebase, tellNora, deliver, state, devices } = await createFirebaseSite()
  firebase.replies.send.push(reply)
  await tellNora()
  await deliver()
  expect(await state()).toEqual([['expired', 'The push service does not know the device any more.']])
  expect(await devices()).toEqual({ web: 0, android: 0, ios: 0 })
})

test('a push message that Firebase rejects as invalid fails without a retry, and its device stays', async () => {
  const { firebase, tellNora, deliver, state, devices } = await createFirebaseSite()
  firebase.replies.send.push(createFcmFailure(400, 'INVALID_ARGUMENT', 'Invalid value at message.android.ttl'))
  await tellNora()
  await deliver()
  expect(await state()).toEqual([['failed', 'Firebase answered 400 INVALID_ARGUMENT.']])
  expect(await devices()).toMatchObject({ android: 1 })
})

test.each([
  ['QUOTA_EXCEEDED', createFcmFailure(429, 'QUOTA_EXCEEDED'), 120],
  ['UNAVAILABLE', createFcmFailure(503, 'UNAVAILABLE'), 90],
  ['INTERNAL', createFcmFailure(500, 'INTERNAL'), 0],
])(
  'when Firebase answers %s, the push message is sent again after the requested time',
  async (code, reply, seconds) => {
    const { firebase, tellNora, deliver, state, rows } = await createFirebaseSite()
    firebase.replies.send.push({ ...reply, ...(seconds && { headers: { 'retry-after': String(seconds) } }) })
    await tellNora()
    await deliver()
    const delay = Math.max(PUSH_RETRY_DELAYS_MS[0], seconds * SECOND_MS)
    expect(await rows()).toMatchObject([{ state: 'waiting', next_at: Date.now() + delay }])
    expect(await state()).toEqual([['waiting', `Firebase answered ${reply.status} ${code}.`]])
    advanceClock(delay - 1)
    expect(await deliver()).toBe(0)
    advanceClock(1)
    await deliver()
    expect(await state()).toEqual([['sent', null]])
  },
)

test('while Google gives no access token, push messages wait; the log contains no data about the service account or the device', async () => {
  const { firebase, tellNora, deliver, state, lines } = await createFirebaseSite()
  firebase.replies.token.push({ status: 503, headers: { 'retry-after': '100' }, body: {} })
  await tellNora()
  await deliver()
  expect(await state()).toEqual([['waiting', 'Google answered 503 to the service account.']])
  expect(JSON.stringify(lines)).not.toMatch(/APA91|PRIVATE|ya29|hats\.iam/)
  expect(lines).toMatchObject([{ message: 'push not sent, will be tried again', attempt: 1 }])
  advanceClock(100 * SECOND_MS)
  await deliver()
  expect(await state()).toEqual([['sent', null]])
})

test('S3.06 without Firebase all Firebase tokens are refused; with Firebase only for phones, browsers still use Web Push', async () => {
  const without = await createPushSite()
  for (const platform of ['android', 'ios', 'web'] as const)
    expect(await without.register(without.nora, token, platform)).toMatchObject({
      status: 400,
      body: { code: 'push_token_invalid' },
    })
  expect((await without.as(null, 'GET', '/api/push/settings')).body.firebase).toBe(null)
  expect((await without.ledger()).firebase).toBe(false)

  const phones = await createFirebaseSite()
  expect((await phones.register(phones.nora, token, 'web')).status).toBe(400)
  expect((await phones.register(phones.nora, subscribeBrowser(phones.service).token)).status).toBe(204)
  expect((await phones.as(null, 'GET', '/api/push/settings')).body.firebase).toBe(null)
  expect((await phones.ledger()).firebase).toBe(true)
})

test('when browsers use Firebase, the push settings contain its configuration, and the Content-Security-Policy allows two Firebase hosts', async () => {
  const hosts = 'https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com'
  const policyOf = async ({ call }: Pick<Awaited<ReturnType<typeof createPushSite>>, 'call'>) =>
    String((await call('GET', '/api/push/settings')).headers['content-security-policy'])
  const site = await createFirebaseSite({ browsers: true })
  expect((await site.as(null, 'GET', '/api/push/settings')).body.firebase).toEqual(web)
  expect(await policyOf(site)).toContain(`connect-src 'self' ${hosts};`)
  expect(await policyOf(await createFirebaseSite())).toContain("connect-src 'self';")
})
