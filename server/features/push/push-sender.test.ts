import { createInterface } from 'node:readline'
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, REFRESH_TOKEN_MS, SECOND_MS } from '#contract/limits.ts'
import { PUSH_TTL_SECONDS_BY_TOPIC } from '#contract/push.ts'
import { connectDatabase } from '../../db/database.ts'
import { deliverDue } from '../../outbox/deliver.ts'
import { provisionTestDatabaseLocation } from '../../testing/database.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { explainQueries } from '../../testing/query-plans.ts'
import { startCodeProcess } from '../../testing/start-code-process.ts'
import { createPushSender, PUSH_RETRY_DELAYS_MS } from './push-sender.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

/** Creates a site with Nora's browser and a waiting message for it. */
async function createSiteWithPush(options = {}) {
  const site = await createPushSite(options)
  const browser = await site.addBrowser(site.nora)
  await site.tell({ userId: site.nora.id })
  const answered = (...replies: { status: number; headers?: Record<string, string> }[]) =>
    site.service.replies.set('*', replies)
  const devices = async () => (await site.as(site.nora, 'GET', '/api/account/push')).body.devices.length
  return { ...site, browser, answered, devices }
}

test.each([404, 410])('a device is deleted when the push service answers %i', async (status) => {
  const { answered, deliver, rows, devices, tell, nora } = await createSiteWithPush()
  answered({ status })
  await deliver()
  expect(await rows()).toMatchObject([{ state: 'expired', done_at: Date.now() }])
  expect(await devices()).toBe(0)
  expect(await tell({ userId: nora.id })).toBe(0)
})

test.each([401, 403])(
  'when the push service refuses the signature with %i, the device stays and the push is sent again',
  async (status) => {
    const { answered, deliver, rows, devices } = await createSiteWithPush()
    answered({ status })
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'waiting', last_error: `The push service answered ${status}.` }])
    expect(await devices()).toBe(1)
    advanceClock(PUSH_RETRY_DELAYS_MS[0])
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  },
)

test.each([400, 413, 302, 307])(
  'a push that the push service answers with %i fails without a retry, and no redirect is followed',
  async (status) => {
    const { answered, deliver, rows, devices, service, lines } = await createSiteWithPush()
    answered({ status, headers: { location: `${service.origin}/push/elsewhere` } })
    await deliver()
    expect(await devices()).toBe(1)
    advanceClock(DAY_MS / 2)
    expect(await deliver()).toBe(0)
    expect(service.arrived).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'failed', last_error: `The push service answered ${status}.` }])
    expect(lines).toMatchObject([{ message: 'push given up' }])
  },
)

test('a push that the push service answers with 500 is sent again after each delay, and fails after the last', async () => {
  const { answered, deliver, rows, service } = await createSiteWithPush()
  answered(...[...PUSH_RETRY_DELAYS_MS, 0].map(() => ({ status: 500 })))
  for (const [earlier, delay] of PUSH_RETRY_DELAYS_MS.entries()) {
    expect(await deliver()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: earlier + 1, next_at: Date.now() + delay }])
    advanceClock(delay)
  }
  expect(await deliver()).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: 'The push service answered 500.' }])
  expect(service.arrived).toHaveLength(PUSH_RETRY_DELAYS_MS.length + 1)
})

test.each([
  ['in seconds', () => '3600', 3600 * SECOND_MS],
  ['as a date', () => new Date(Date.now() + 7200 * SECOND_MS).toUTCString(), 7200 * SECOND_MS],
  ['a time shorter than the site’s own delay', () => '1', PUSH_RETRY_DELAYS_MS[0]],
  ['a time of years, limited to a day', () => '99999999', DAY_MS],
  ['an invalid time', () => 'soon', PUSH_RETRY_DELAYS_MS[0]],
])(
  'after the reply 429 of a push service, a push is sent again after the time in Retry-After: %s',
  async (_, header, ms) => {
    vi.setSystemTime(Math.ceil(Date.now() / SECOND_MS) * SECOND_MS)
    const { answered, deliver, rows, browser } = await createSiteWithPush()
    answered({ status: 429, headers: { 'retry-after': header() } })
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'waiting', next_at: Date.now() + ms }])
    advanceClock(ms)
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'sent' }])
    expect(browser.got()).toHaveLength(2)
  },
)

test('a push to an unreachable push service waits for another attempt, and the log does not identify the device', async () => {
  const { service, deliver, rows, lines } = await createSiteWithPush()
  await service.close()
  await deliver()
  expect(await rows()).toMatchObject([
    { state: 'waiting', last_error: expect.stringMatching(/^The push service cannot be reached: E?[\w ]+\.$/) },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/push\/|p256dh|127\.0\.0/)
  expect(lines).toEqual([
    {
      message: 'push not sent, will be tried again',
      push: expect.stringMatching(/^[\da-f-]{36}\.[\da-f-]{36}$/),
      attempt: 1,
    },
  ])
})

test('a push that has expired is not sent again', async () => {
  const { answered, deliver, rows, service, tell, nora } = await createSiteWithPush()
  await tell({ userId: nora.id }, { topic: 'orders' })
  answered({ status: 503 }, { status: 503 })
  await deliver()
  advanceClock(PUSH_TTL_SECONDS_BY_TOPIC.orders * SECOND_MS)
  await deliver()
  const states = Object.fromEntries((await rows()).map(({ state, last_error }) => [state, last_error]))
  expect(states).toEqual({ sent: null, expired: 'It was of no use any more.' })
  expect(service.arrived).toHaveLength(3)
})

test('a push that waits for another attempt is not sent after a later message with the same tag', async () => {
  const { answered, deliver, rows, tell, nora, otto, addBrowser, browser } = await createSiteWithPush()
  const ottos = await addBrowser(otto)
  const order = (body: string, userId = nora.id) => tell({ userId }, { topic: 'orders', tag: 'order-1', body })
  await deliver()
  answered({ status: 503 })
  await order('Accepted')
  await deliver()
  await order('Ready')
  await order('Accepted', otto.id)
  await deliver()
  advanceClock(PUSH_RETRY_DELAYS_MS[0])
  await deliver()
  expect(browser.got().at(-1)).toMatchObject({ body: 'Ready' })
  expect(ottos.got()).toMatchObject([{ body: 'Accepted' }])
  const results = (await rows()).map(({ state, last_error }) => [state, last_error])
  expect(results.slice(1, 3)).toEqual([
    ['expired', 'A later message has replaced it.'],
    ['sent', null],
  ])
})

if (!inject('postgres'))
  test('the search for a later message with the same tag reads no outbox rows of messages with other tags', async () => {
    const { db } = await createSiteWithPush()
    const row = await db.selectFrom('outbox').selectAll().where('kind', '=', 'push').executeTakeFirstOrThrow()
    // The delivery of an expired push ends after this search.
    advanceClock(PUSH_TTL_SECONDS_BY_TOPIC.replies * SECOND_MS)
    const plans = await explainQueries(db, (recorded) =>
      createPushSender(recorded, async () => 'accepted', null).deliver(row),
    )
    expect(plans.filter((plan) => plan.includes(' outbox '))).toEqual([
      expect.stringMatching(/^SEARCH outbox .*\(push_message_id=\?/),
    ])
  })

test('S7.11 no push is sent to a device whose session has ended by a sign-out, its expiry or a ban', async () => {
  const { ada, nora, otto, person, as, addBrowser, tell, deliver, rows, service, db } = await createPushSite()
  const lapsed = await person('Lena')
  for (const who of [nora, otto, lapsed]) await addBrowser(who)
  expect(await tell('readers')).toBe(3)
  expect((await as(ada, 'DELETE', `/api/desk/people/${nora.id}/sessions`)).status).toBe(204)
  expect((await as(ada, 'PUT', `/api/desk/people/${otto.id}/ban`, { reason: 'spam' })).status).toBe(200)
  const at = Date.now() - REFRESH_TOKEN_MS
  await db.updateTable('sessions').set({ last_used_at: at }).where('user_id', '=', lapsed.id).execute()
  await deliver()
  expect(service.arrived).toEqual([])
  expect((await rows()).map(({ state }) => state)).toEqual(['expired', 'expired', 'expired'])
  expect(await tell('readers')).toBe(0)
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([])
})

test('when several workers send due messages at the same time, each device gets one message', async () => {
  const { db, nora, person, addBrowser, tell, sender, log, service } = await createPushSite()
  await addBrowser(nora)
  const browsers = []
  for (let i = 0; i < 12; i++) browsers.push(await addBrowser(await person(`Reader${i}`)))
  expect(await tell('readers')).toBe(13)
  const work = async () => {
    while ((await deliverDue({ db, sender: { ...sender, batch: 3 }, log })) > 0);
  }
  await Promise.all([work(), work(), work()])
  expect(service.arrived).toHaveLength(13)
  for (const browser of browsers) expect(browser.got()).toHaveLength(1)
})

test('a push that a killed process had claimed is sent by another process when the claim expires', async () => {
  const location = await provisionTestDatabaseLocation()
  const db = await connectDatabase(location)
  onTestFinished(() => db.destroy())
  const { deliver, rows, browser, sender } = await createSiteWithPush({ db })
  const child = startCodeProcess(`const { connectDatabase } = await import('./db/database.ts')
    const { deliverDue } = await import('./outbox/deliver.ts')
    const { createPushSender } = await import('./features/push/push-sender.ts')
    Date.now = () => ${Date.now()}
    const db = await connectDatabase(${JSON.stringify(location)})
    const webPush = () => new Promise(() => console.log('in hand'))
    setInterval(() => {}, 1_000)
    await deliverDue({ db, sender: createPushSender(db, webPush, null) })`)
  for await (const line of createInterface(child.stdout)) if (line === 'in hand') child.kill('SIGKILL')

  expect(await deliver()).toBe(0)
  expect(await rows()).toMatchObject([{ state: 'waiting', claimed_until: Date.now() + sender.claimMs }])
  advanceClock(sender.claimMs)
  expect(await deliver()).toBe(1)
  expect(browser.got()).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('a waiting push is not sent when its reader has turned off its topic or lost the role Admin', async () => {
  const { ada, as, db, addBrowser, tell, deliver, rows, service } = await createPushSite()
  await addBrowser(ada)
  expect(await tell('admins', { topic: 'errors' })).toBe(1)
  expect(await tell('readers', { topic: 'notices' })).toBe(1)
  const topics = { notices: false, pages: false, replies: true, orders: true, errors: true }
  await as(ada, 'PUT', '/api/account/push', { topics, quietHours: null })
  await db.deleteFrom('user_roles').where('user_id', '=', ada.id).execute()
  await deliver()
  expect(service.arrived).toEqual([])
  const words = 'Its reader does not get it any more.'
  expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual([
    ['expired', words],
    ['expired', words],
  ])
})

test('an endless answer of a push service does not block the sender, and the push waits for another attempt', async () => {
  const { deliver, rows } = await createSiteWithPush()
  const endless = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(4_096)) })
    return new Response(body, { status: 500 })
  })
  onTestFinished(() => endless.mockRestore())
  await deliver()
  expect(endless).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ redirect: 'manual' }))
  expect(await rows()).toMatchObject([{ state: 'waiting', next_at: Date.now() + MINUTE_MS / 2 }])
})
