import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { PUSH_TTL_SECONDS_BY_TOPIC, pushTopics } from '#contract/push.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'

const EVENING = Date.UTC(2026, 10, 21, 22)
const everything = { notices: true, pages: true, replies: true, orders: true, errors: true }
const night = { from: '22:30', to: '07:00', timeZone: 'Europe/Berlin' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING })
})

test('a reader gets no push about a topic that they have turned off', async () => {
  const { ada, as, addBrowser, tell, deliver } = await createPushSite()
  const browser = await addBrowser(ada)
  for (const unwanted of pushTopics) {
    const preferences = { topics: { ...everything, [unwanted]: false }, quietHours: null }
    const saved = await as(ada, 'PUT', '/api/account/push', preferences)
    expect(saved).toMatchObject({ status: 200, body: preferences })
    expect(await as(ada, 'GET', '/api/account/push')).toEqual(saved)
    for (const topic of pushTopics) await tell({ userId: ada.id }, { topic, title: `${unwanted}: ${topic}` })
    await deliver()
  }
  const wanted = pushTopics.flatMap((one) =>
    pushTopics.filter((other) => other !== one).map((other) => `${one}: ${other}`),
  )
  expect(
    browser
      .got()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(wanted.sort())
})

test('saving preferences without a push topic, as pages of an older build do, keeps that topic as it was', async () => {
  const { nora, as } = await createPushSite()
  await as(nora, 'PUT', '/api/account/push', { topics: { ...everything, pages: false }, quietHours: null })
  const saved = await as(nora, 'PUT', '/api/account/push', { topics: { notices: false }, quietHours: null })
  expect(saved.body.topics).toEqual({ ...everything, pages: false, notices: false })
})

test('saving push topics keeps the quiet hours, and saving quiet hours keeps the push topics', async () => {
  const { nora, as } = await createPushSite()
  const save = async (body: object) => (await as(nora, 'PUT', '/api/account/push', body)).body
  expect(await save({ quietHours: night })).toMatchObject({ topics: everything, quietHours: night })
  const topics = { ...everything, replies: false }
  expect(await save({ topics: { replies: false } })).toMatchObject({ topics, quietHours: night })
  expect(await save({ quietHours: null })).toMatchObject({ topics, quietHours: null })
  expect(await save({})).toMatchObject({ topics, quietHours: null })
  expect(await save({ topics: { replies: true } })).toMatchObject({ topics: everything })
})

test('a push for admins goes only to admins; a push for readers also goes to admins', async () => {
  const { ada, nora, addBrowser, tell, deliver } = await createPushSite()
  const [hers, readers] = [await addBrowser(ada), await addBrowser(nora)]
  expect(await tell('admins', { topic: 'errors' })).toBe(1)
  expect(await tell('readers', { topic: 'notices' })).toBe(2)
  await deliver()
  expect([hers.got().length, readers.got().length]).toEqual([2, 1])
})

test('in quiet hours only pushes about orders and test pushes are sent; the others are sent when the quiet hours end', async () => {
  const { nora, as, addBrowser, tell, deliver, rows } = await createPushSite()
  const browser = await addBrowser(nora)
  await as(nora, 'PUT', '/api/account/push', { topics: everything, quietHours: night })
  for (const topic of ['notices', 'replies', 'orders'] as const)
    await tell({ userId: nora.id }, { topic, title: topic })
  expect(await as(nora, 'POST', '/api/account/push/test')).toEqual({ status: 202, body: { devices: 1 } })
  await deliver()
  const titles = () => browser.got().map(({ topic }) => topic)
  expect(titles().sort()).toEqual(['orders', 'test'])
  const waiting = (await rows()).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ next_at, attempts }) => [next_at, attempts])).toEqual([
    [EVENING + 8 * HOUR_MS, 0],
    [EVENING + 8 * HOUR_MS, 0],
  ])
  advanceClock(8 * HOUR_MS - 1)
  expect(await deliver()).toBe(0)
  advanceClock(1)
  expect(await deliver()).toBe(2)
  expect(titles().sort()).toEqual(['notices', 'orders', 'replies', 'test'])
})

test('a push that expires during quiet hours is not sent', async () => {
  const { nora, as, addBrowser, tell, deliver, rows } = await createPushSite()
  const browser = await addBrowser(nora)
  await as(nora, 'PUT', '/api/account/push', { topics: everything, quietHours: night })
  await tell({ userId: nora.id }, { expiresAt: EVENING + HOUR_MS })
  await deliver()
  advanceClock(HOUR_MS)
  await deliver()
  expect(browser.got()).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'expired', last_error: 'It was of no use any more.' }])
})

test.each([
  ['time_zone_unknown', { ...night, timeZone: 'Mars/Olympus' }],
  ['time_zone_unknown', { ...night, timeZone: '+01:00' }],
  ['quiet_hours_empty', { ...night, to: night.from }],
  ['bad_request', { ...night, from: '24:00' }],
  ['bad_request', { ...night, from: '7:00' }],
  ['bad_request', { from: '22:00', to: '07:00' }],
])('answers with the error code %s to the quiet hours %j, and stores nothing', async (code, quietHours) => {
  const { nora, as } = await createPushSite()
  const topics = { ...everything, replies: false }
  expect(await as(nora, 'PUT', '/api/account/push', { topics, quietHours })).toMatchObject({
    status: 400,
    body: { code },
  })
  expect((await as(nora, 'GET', '/api/account/push')).body).toMatchObject({ topics: everything, quietHours: null })
})

test('a test push goes to the reader’s own device even when all topics are off; without a device it is refused', async () => {
  const { nora, otto, db, as, addBrowser, deliver, service } = await createPushSite()
  expect(await as(nora, 'POST', '/api/account/push/test')).toMatchObject({ status: 409, body: { code: 'no_device' } })
  const others = await addBrowser(otto)
  const browser = await addBrowser(nora)
  const none = { notices: false, pages: false, replies: false, orders: false, errors: false }
  await as(nora, 'PUT', '/api/account/push', { topics: none, quietHours: null })
  expect(await as(nora, 'POST', '/api/account/push/test')).toEqual({ status: 202, body: { devices: 1 } })
  await deliver()
  expect(browser.got()).toMatchObject([{ topic: 'test', url: '/account', tag: 'test' }])
  expect(others.got()).toEqual([])
  expect(service.arrived[0]?.headers.ttl).toBe(String(PUSH_TTL_SECONDS_BY_TOPIC.test))
  expect(await db.selectFrom('push_messages').select('expires_at').execute()).toEqual([
    { expires_at: EVENING + PUSH_TTL_SECONDS_BY_TOPIC.test * SECOND_MS },
  ])
})
