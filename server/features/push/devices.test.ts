import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/push.ts'
import { createTestApp } from '../../testing/app.ts'
import { addPerson } from '../../testing/people.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { subscribeBrowser } from '../../testing/push-subscriber.ts'

test('S7.11 S3.06 POST /users/fcm-token {token, platform} registers the device of the session; repeating the call changes nothing', async () => {
  const { nora, as, register, service, db } = await createPushSite()
  const browser = subscribeBrowser(service)
  expect(await register(nora, browser.token)).toEqual({ status: 204, body: undefined })
  const first = await db.selectFrom('push_devices').selectAll().execute()
  expect(first).toMatchObject([{ user_id: nora.id, platform: 'web' }])
  expect(await register(nora, browser.token)).toMatchObject({ status: 204 })
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual(first)
  const mine = await as(nora, 'GET', '/api/account/push')
  expect(mine).toEqual({
    status: 200,
    body: {
      topics: { notices: true, pages: true, replies: true, orders: true, errors: true },
      quietHours: null,
      devices: [
        {
          id: first[0]?.id,
          name: 'Unknown browser',
          platform: 'web',
          current: true,
          registeredAt: first[0]?.created_at,
        },
      ],
    },
  })
})

test('S5.06 a new push token replaces the previous token of the session, which gets no more messages', async () => {
  const { nora, addBrowser, tell, deliver } = await createPushSite()
  const before = await addBrowser(nora)
  const after = await addBrowser(nora)
  expect(await tell({ userId: nora.id })).toBe(1)
  await deliver()
  expect([before.got().length, after.got().length]).toEqual([0, 1])
})

test('S5.06 registering a subscription again with changed keys replaces its stored keys', async () => {
  const { nora, register, service, tell, deliver } = await createPushSite()
  const before = subscribeBrowser(service)
  const after = subscribeBrowser(service)
  const { keys } = JSON.parse(after.token)
  await register(nora, before.token)
  await register(nora, JSON.stringify({ endpoint: before.endpoint, keys }))
  await tell({ userId: nora.id })
  await deliver()
  expect(() => before.got()).toThrow()
  expect(service.arrived).toHaveLength(1)
})

test('when another reader registers a device, the device belongs to that reader and gets no waiting messages of the previous reader', async () => {
  const { nora, otto, as, register, service, tell, deliver, rows } = await createPushSite()
  const browser = subscribeBrowser(service)
  await register(nora, browser.token)
  await tell({ userId: nora.id }, { title: 'For Nora' })
  await register(otto, browser.token)
  await tell({ userId: otto.id }, { title: 'For Otto' })
  await deliver()
  expect(browser.got().map(({ title }) => title)).toEqual(['For Otto'])
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['expired', 'sent'])
  expect((await as(nora, 'GET', '/api/account/push')).body.devices).toEqual([])
})

test('a reader can list their own devices, with the current device marked, and remove them by id or by token', async () => {
  const { db, as, register, service, nora, otto } = await createPushSite()
  const userAgent = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
  const phone = await addPerson(db, { userAgent })
  const [mine, others] = [subscribeBrowser(service), subscribeBrowser(service)]
  await register(phone, mine.token)
  await register(otto, others.token)
  const devices = async (who = phone) => (await as(who, 'GET', '/api/account/push')).body.devices
  const [device] = await devices()
  expect(device).toMatchObject({ name: 'Chrome on Android', platform: 'web', current: true })

  expect((await as(nora, 'DELETE', `/api/account/push/devices/${device.id}`)).status).toBe(404)
  expect((await as(nora, 'DELETE', '/users/fcm-token', { token: mine.token })).status).toBe(204)
  expect(await devices()).toHaveLength(1)
  expect((await as(phone, 'DELETE', `/api/account/push/devices/${device.id}`)).status).toBe(204)
  expect((await as(phone, 'DELETE', `/api/account/push/devices/${device.id}`)).status).toBe(404)
  expect(await devices()).toEqual([])

  await register(phone, mine.token)
  for (let twice = 0; twice < 2; twice++)
    expect((await as(phone, 'DELETE', '/users/fcm-token', { token: mine.token })).status).toBe(204)
  expect(await devices()).toEqual([])
  expect(await devices(otto)).toHaveLength(1)
})

test('S6.01 S6.02 S6.03 push calls refuse visitors with 401 and guests with 403, and only admins can see the push ledger', async () => {
  const { nora, ada, person, call } = await createPushSite()
  const guest = await person('Gus', ['Guest'])
  const endpoints = Object.values(contract).filter((value) => typeof value === 'object' && 'path' in value)
  const closed = (endpoints as Endpoint[]).filter(({ access }) => access !== 'anyone')
  expect(closed).toHaveLength(7)
  const body = {
    token: 'x',
    platform: 'web',
    topics: { notices: true, pages: true, replies: true, orders: true, errors: true },
    quietHours: null,
  }
  for (const { method, path, access } of closed) {
    const url = path.replace(':id', nora.id)
    const status = async (token?: string) =>
      (await call(method, url, { ...(token && { token }), ...(method !== 'GET' && { body }) })).statusCode
    expect([await status(), await status('no-token'), await status(guest.token)], url).toEqual([401, 401, 403])
    if (access === 'admin') expect([await status(nora.token), await status(ada.token)]).toEqual([403, 200])
  }
})

const point = createECDH('prime256v1').generateKeys()
const auth = randomBytes(16).toString('base64url')
const keys = { p256dh: point.toString('base64url'), auth }
const good = 'https://fcm.googleapis.com/fcm/send/abc'

test.each([
  good,
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('accepts a push subscription with the endpoint %s', async (endpoint) => {
  const { nora, register } = await createPushSite()
  expect((await register(nora, JSON.stringify({ endpoint, keys }))).status).toBe(204)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/abc',
  'https://me:secret@fcm.googleapis.com/abc',
  'https://evilpush.services.mozilla.com/abc',
  'https://push.services.mozilla.com.evil.example/abc',
  'https://notify.windows.com/abc',
  'https://evilnotify.windows.com/abc',
  'https://127.0.0.1/abc',
  'http://127.0.0.1:3000/api/desk',
  'https://[::1]/abc',
  'https://169.254.169.254/latest/meta-data',
  'http://2130706433/',
  'https://localhost/abc',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://fcm.googleapis.com/',
  '//fcm.googleapis.com/abc',
  '',
])('refuses a push subscription with the endpoint %s, because it is not at a known push service', async (endpoint) => {
  const { nora, register, db } = await createPushSite()
  expect(await register(nora, JSON.stringify({ endpoint, keys }))).toMatchObject({
    status: 400,
    body: { code: 'push_token_invalid' },
  })
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([])
})

const offCurve = Buffer.from(point)
offCurve[64] = (offCurve[64] ?? 0) ^ 1

test.each([
  ['no keys', { endpoint: good }],
  ['keys that are null', { endpoint: good, keys: null }],
  ['no auth', { endpoint: good, keys: { p256dh: keys.p256dh } }],
  ['an auth of 15 bytes', { endpoint: good, keys: { ...keys, auth: randomBytes(15).toString('base64url') } }],
  ['an auth with three characters of padding', { endpoint: good, keys: { ...keys, auth: `${auth}===` } }],
  ['a point that is not on the curve', { endpoint: good, keys: { ...keys, p256dh: offCurve.toString('base64url') } }],
  [
    'a compressed point',
    { endpoint: good, keys: { ...keys, p256dh: Buffer.of(2, ...point.subarray(1, 33)).toString('base64url') } },
  ],
  ['a point of zeroes', { endpoint: good, keys: { ...keys, p256dh: Buffer.alloc(65).toString('base64url') } }],
  ['keys with blanks', { endpoint: good, keys: { ...keys, auth: ` ${auth}` } }],
  ['an endpoint that is a list', { endpoint: [good], keys }],
  ['a list', [{ endpoint: good, keys }]],
  ['null', null],
  ['a number', 7],
  ['a token of Firebase', 'cX9:APA91bF-_device'],
  ['a zero byte', '\0'],
  ['half a JSON text', '{"endpoint":'],
  ['half a surrogate pair', '\ud800'],
])('an invalid push token cannot be registered (400) but can be removed: %s', async (_, value) => {
  const { nora, register, as, db } = await createPushSite()
  const token = typeof value === 'string' ? value : JSON.stringify(value)
  expect(await register(nora, token)).toMatchObject({ status: 400, body: { code: 'push_token_invalid' } })
  expect((await as(nora, 'DELETE', '/users/fcm-token', { token })).status).toBe(204)
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([])
})

test('stores the keys of a push subscription without their padding', async () => {
  const { nora, register, db } = await createPushSite()
  const padded = { p256dh: point.toString('base64url').padEnd(88, '='), auth: auth.padEnd(24, '=') }
  expect((await register(nora, JSON.stringify({ endpoint: good, keys: padded }))).status).toBe(204)
  const device = await db.selectFrom('push_devices').select('token').executeTakeFirstOrThrow()
  expect(JSON.parse(device.token)).toEqual({ endpoint: good, keys })
})

test('a push token that is too long, empty or missing is refused; an unknown platform is refused too', async () => {
  const { nora, as } = await createPushSite()
  const status = async (body: unknown) => (await as(nora, 'POST', '/users/fcm-token', body)).status
  expect(await status({ token: 'x'.repeat(4_097), platform: 'web' })).toBe(400)
  expect(await status({ token: 'x'.repeat(1024 * 1024), platform: 'web' })).toBe(413)
  for (const token of ['', null, 7, {}]) expect(await status({ token, platform: 'web' })).toBe(400)
  expect(await status({ token: JSON.stringify({ endpoint: good, keys }), platform: 'windows' })).toBe(400)
  expect(await status({ token: JSON.stringify({ endpoint: good, keys }), platform: 'ios' })).toBe(400)
})

test('processes that start at the same time create one pair of VAPID keys and all use it', async () => {
  const { app, db } = await createPushSite()
  const apps = [app, createTestApp({ db }), createTestApp({ db })]
  const keyOf = async (one: typeof app) => (await one.inject('/api/push/settings')).json().vapidPublicKey as string
  const seen = await Promise.all([...apps, ...apps].map(keyOf))
  expect(new Set(seen).size).toBe(1)
  expect(Buffer.from(seen[0] ?? '', 'base64url')).toHaveLength(65)
  expect(await db.selectFrom('vapid_keys').select('id').execute()).toEqual([{ id: 1 }])
})
