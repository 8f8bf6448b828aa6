import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { PUSH_TTL_SECONDS_BY_TOPIC } from '#contract/push.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

test('S7.17 a push reaches the browser’s push service, encrypted for the browser and signed with the site’s VAPID key', async () => {
  const { nora, addBrowser, tell, deliver, service, rows, as } = await createPushSite()
  const browser = await addBrowser(nora)
  const payload = {
    topic: 'replies',
    title: 'Otto replied',
    body: 'Thank “you” 🎩',
    url: '/about#x',
    tag: 'reply-1',
  } as const
  expect(await tell({ userId: nora.id }, payload)).toBe(1)
  expect(service.arrived).toEqual([])
  expect(await deliver()).toBe(1)

  expect(service.complaints).toEqual([])
  expect(browser.got()).toEqual([payload])
  const [{ headers, body, token } = {}] = service.arrived
  expect(Buffer.from(body ?? '', 'base64url').toString('latin1')).not.toContain('Otto')
  const { vapidPublicKey } = (await as(null, 'GET', '/api/push/settings')).body
  expect(headers).toMatchObject({
    authorization: expect.stringMatching(new RegExp(`, k=${vapidPublicKey}$`)),
    ttl: String(PUSH_TTL_SECONDS_BY_TOPIC.replies),
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(token).toMatchObject({ aud: service.origin, sub: 'https://site.test' })
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, last_error: null }])
  expect(await deliver()).toBe(0)
})

test('pushes with the same tag have the same Topic header, and pushes about orders have high urgency', async () => {
  const { nora, addBrowser, tell, deliver, service } = await createPushSite()
  await addBrowser(nora)
  for (const [topic, tag] of [
    ['orders', 'order-1'],
    ['orders', 'order-1'],
    ['replies', 'order-2'],
  ] as const) {
    await tell({ userId: nora.id }, { topic, tag })
    await deliver()
  }
  expect(service.arrived.map(({ headers }) => headers.urgency)).toEqual(['high', 'high', 'normal'])
  const topics = service.arrived.map(({ headers }) => headers.topic)
  expect([topics[0] === topics[1], topics[1] === topics[2]]).toEqual([true, false])
})

test('the TTL header of a push is the time that remains until the message expires', async () => {
  const { nora, addBrowser, tell, deliver, service } = await createPushSite()
  await addBrowser(nora)
  await tell({ userId: nora.id }, { expiresAt: Date.now() + 90_000 })
  advanceClock(30_000)
  await deliver()
  expect(service.arrived.map(({ headers }) => headers.ttl)).toEqual(['60'])
})

test('a push whose texts are too long is shortened and still arrives', async () => {
  const { nora, addBrowser, tell, deliver, service } = await createPushSite()
  const browser = await addBrowser(nora)
  const url = `/${'é'.repeat(499)}`
  await tell({ userId: nora.id }, { title: '🎩'.repeat(200), body: '"\\\n🎩\u0000\ud800'.repeat(900), url })
  await deliver()
  expect(service.complaints).toEqual([])
  const [got] = browser.got()
  expect([...(got?.title ?? '')]).toHaveLength(100)
  expect([...(got?.body ?? '')].length).toBeGreaterThan(390)
  expect(got?.url).toBe(url)
})

test('a push to a device with keys that cannot be used fails, and the other devices get the push', async () => {
  const { nora, otto, db, addBrowser, tell, deliver, rows } = await createPushSite()
  await addBrowser(nora)
  const { token } = await db.selectFrom('push_devices').select('token').executeTakeFirstOrThrow()
  const { endpoint, keys } = JSON.parse(token)
  const damaged = JSON.stringify({ endpoint, keys: { ...keys, auth: `${keys.auth}===` } })
  await db.updateTable('push_devices').set({ token: damaged }).execute()
  const browser = await addBrowser(otto)
  await tell('readers', { topic: 'notices' })
  await deliver()
  expect(browser.got()).toHaveLength(1)
  const states = Object.fromEntries((await rows()).map(({ state, last_error }) => [state, last_error]))
  expect(states).toEqual({ sent: null, failed: 'The message cannot be encrypted for the device.' })
})

test('the VAPID signature for a push service is used for an hour, then replaced', async () => {
  const { nora, addBrowser, tell, deliver, service } = await createPushSite()
  await addBrowser(nora)
  for (const ms of [0, HOUR_MS - 1, 1]) {
    advanceClock(ms)
    await tell({ userId: nora.id })
    await deliver()
  }
  const [first, second, third] = service.arrived.map(({ headers }) => headers.authorization)
  expect([first === second, second === third]).toEqual([true, false])
  expect(service.complaints).toEqual([])
})

test('a VAPID signature that was made while the clock was ahead is replaced when the clock is right again', async () => {
  const { nora, addBrowser, tell, deliver, service } = await createPushSite()
  await addBrowser(nora)
  for (const ms of [2 * HOUR_MS, -2 * HOUR_MS]) {
    advanceClock(ms)
    await tell({ userId: nora.id })
    await deliver()
  }
  const [first, second] = service.arrived.map(({ headers }) => headers.authorization)
  expect(second).toBeDefined()
  expect(second).not.toBe(first)
})
