import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { site as siteOf } from '#site'
import { startPageAnnouncer } from '../../testing/announcer.ts'
import { buildArticleSitePage } from '../../testing/newsletter.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { createPushFeature } from './feature.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})

/** Creates a site where Ada and Nora each have a browser, and Ada posts notices that are sent by push. */
async function createNoticeSite() {
  const site = await createPushSite()
  const [adas, noras] = [await site.addBrowser(site.ada), await site.addBrowser(site.nora)]
  const draft = { message: 'Hats are in', push: true }
  const desk = async (method: string, path: string, body?: object) => {
    const answer = await site.as(site.ada, method, `/api/desk/notices${path}`, body)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer))
    return answer.body
  }
  const post = async (more: object = {}): Promise<string> => (await desk('POST', '', { ...draft, ...more })).id
  const edit = (id: string, more: object = {}) => desk('PUT', `/${id}`, { ...draft, ...more })
  /** Sets Nora's quiet hours to the hour that starts at noon. */
  const sleep = () =>
    site.as(site.nora, 'PUT', '/api/account/push', {
      topics: { notices: true, pages: true, replies: true, orders: true, errors: true },
      quietHours: { from: '12:00', to: '13:00', timeZone: 'UTC' },
    })
  return { ...site, adas, noras, desk, post, edit, sleep }
}

test('S3.06 a notice with push is sent once to every reader, including its author, and a click opens its first link within the site', async () => {
  const { post, deliver, adas, noras } = await createNoticeSite()
  const links = [
    { label: 'Shop', url: 'https://hats.example/' },
    { label: 'More', url: '/articles/hats' },
  ]
  const id = await post({ links })
  for (let twice = 0; twice < 2; twice++) await deliver()
  const payload = {
    topic: 'notices',
    title: siteOf.name,
    body: 'Hats are in',
    url: '/articles/hats',
    tag: `notice-${id}`,
  }
  expect([adas.got(), noras.got()]).toEqual([[payload], [payload]])
})

test('a notice for admins is pushed only to admins; a sample notice and a notice without push are pushed to nobody', async () => {
  const { db, post, deliver, adas, noras } = await createNoticeSite()
  await post({ push: false })
  await post({ audience: 'admins', message: 'For us' })
  await deliver()
  expect([adas.got().map(({ body }) => body), noras.got()]).toEqual([['For us'], []])

  const sample = await post({ startsAt: NOON + MINUTE_MS, message: 'Welcome' })
  await db.updateTable('notices').set({ is_sample: 1 }).where('id', '=', sample).execute()
  advanceClock(MINUTE_MS)
  await deliver()
  expect([adas.got().length, noras.got().length]).toEqual([1, 0])
})

test('a notice is pushed when it begins, with its text at that time, to all devices that are registered then', async () => {
  const { post, edit, otto, addBrowser, deliver, noras } = await createNoticeSite()
  const startsAt = NOON + 10 * MINUTE_MS
  const id = await post({ startsAt })
  await post({ startsAt, message: 'Gone by then', endsAt: startsAt + 1 })
  await deliver()
  await edit(id, { startsAt, message: 'Hats are out' })
  const ottos = await addBrowser(otto)
  advanceClock(10 * MINUTE_MS - 1)
  await deliver()
  expect(noras.got()).toEqual([])
  advanceClock(2)
  await deliver()
  for (const browser of [noras, ottos]) expect(browser.got().map(({ body }) => body)).toEqual(['Hats are out'])
})

test.each([
  ['withdrawn', 'PUT', '/withdrawn', { withdrawn: true }],
  ['deleted', 'DELETE', '', undefined],
  ['no longer for push', 'PUT', '', { message: 'Hats are in', push: false }],
])(
  'a notice that is %s is not pushed to any more devices, whether it has begun or not',
  async (_, method, path, body) => {
    const { post, desk, sleep, deliver, rows, adas, noras } = await createNoticeSite()
    const later = await post({ startsAt: NOON + HOUR_MS })
    const now = await post()
    await sleep()
    await deliver()
    expect([adas.got().length, noras.got().length]).toEqual([1, 0])
    for (const id of [later, now]) await desk(method, `/${id}${path}`, body)
    for (const ms of [HOUR_MS, DAY_MS]) {
      advanceClock(ms)
      await deliver()
      expect([adas.got().length, noras.got().length]).toEqual([1, 0])
    }
    expect((await rows()).map(({ state }) => state)).not.toContain('waiting')
  },
)

test('a notice that is withdrawn and restored is pushed to the devices that still waited for it', async () => {
  const { post, desk, sleep, deliver, adas, noras } = await createNoticeSite()
  await sleep()
  const id = await post()
  await deliver()
  for (const withdrawn of [true, false]) await desk('PUT', `/${id}/withdrawn`, { withdrawn })
  advanceClock(HOUR_MS)
  await deliver()
  expect([adas.got().length, noras.got().length]).toEqual([1, 1])
})

test('a notice whose start is postponed and then restored is pushed at the restored start', async () => {
  const { post, edit, sleep, deliver, noras } = await createNoticeSite()
  await sleep()
  const id = await post()
  await deliver()
  await edit(id, { startsAt: NOON + 3 * HOUR_MS })
  await edit(id, { startsAt: NOON })
  advanceClock(HOUR_MS)
  await deliver()
  expect(noras.got()).toHaveLength(1)
})

test('a push that is being sent loses its claim when its notice is withdrawn or postponed, but not when only the text is edited', async () => {
  const { post, desk, edit, sleep, deliver, db, rows } = await createNoticeSite()
  await sleep()
  const id = await post()
  await deliver()
  const waiting = db.updateTable('outbox').where('state', '=', 'waiting')
  const claim = () => waiting.set({ claimed_until: NOON + MINUTE_MS }).execute()
  const claims = async () => (await rows()).flatMap((row) => (row.state === 'waiting' ? row.claimed_until : []))
  await claim()
  await edit(id, { message: 'Hats are out' })
  expect(await claims()).toEqual([NOON + MINUTE_MS])
  await edit(id, { startsAt: NOON + HOUR_MS })
  expect(await claims()).toEqual([null])
  await edit(id, { startsAt: NOON })
  await claim()
  await desk('PUT', `/${id}/withdrawn`, { withdrawn: true })
  expect(await claims()).toEqual([null])
})

test('editing a notice changes the text, the start and the end of its waiting pushes', async () => {
  const { post, edit, sleep, deliver, adas, noras, rows } = await createNoticeSite()
  await sleep()
  const id = await post()
  const short = await post({ message: 'Short' })
  await deliver()
  await edit(id, { message: 'Hats are out', links: [{ label: 'More', url: '/hats' }], startsAt: NOON + 2 * HOUR_MS })
  await edit(short, { message: 'Short', endsAt: NOON + MINUTE_MS })
  advanceClock(HOUR_MS)
  await deliver()
  expect(noras.got()).toEqual([])
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['expired', 'sent', 'sent', 'waiting'])
  advanceClock(HOUR_MS)
  await deliver()
  expect(noras.got()).toMatchObject([{ body: 'Hats are out', url: '/hats' }])
  expect(adas.got().map(({ body }) => body)).toEqual(expect.arrayContaining(['Hats are in', 'Short']))
})

test('a notice that has been pushed is not pushed again when it is edited, or withdrawn and restored', async () => {
  const { post, edit, desk, deliver, noras } = await createNoticeSite()
  const id = await post()
  await deliver()
  await edit(id, { message: 'Hats are in!' })
  await deliver()
  for (const withdrawn of [true, false]) await desk('PUT', `/${id}/withdrawn`, { withdrawn })
  await deliver()
  await edit(id, { push: false })
  await edit(id, { startsAt: NOON + MINUTE_MS })
  advanceClock(HOUR_MS)
  await deliver()
  expect(noras.got()).toHaveLength(1)
})

test('only the author of the parent comment gets a push when the reply becomes public, even with mails turned off', async () => {
  const { nora, otto, ada, post, judge, setPolicy, as, addBrowser, deliver, mails } = await createPushSite()
  const [noras, ottos, adas] = [await addBrowser(nora), await addBrowser(otto), await addBrowser(ada)]
  await as(nora, 'PUT', '/api/account/mail-preferences', { replies: false })
  const root = await post(nora, 'What a hat!')
  await post(nora, 'I mean it', { parentId: root.id })
  await setPolicy('all')
  const { id } = await post(otto, '<b>Thank</b>\n\nyou', { parentId: root.id })
  await deliver()
  expect(noras.got()).toEqual([])
  for (const state of ['visible', 'hidden', 'visible']) await judge(id, state)
  await deliver()
  const title = 'Otto replied to your comment on About'
  const payload = { topic: 'replies', title, body: '<b>Thank</b> you', url: `/about#comment-${id}`, tag: `reply-${id}` }
  expect([noras.got(), ottos.got(), adas.got()]).toEqual([[payload], [], []])
  expect(await mails()).toEqual([])
})

test('a new page is pushed once to each reader who has not turned off pushes about pages, and a click opens the page', async () => {
  const { db, ada, nora, otto, as, addBrowser, deliver } = await createPushSite()
  const [adas, noras, ottos] = [await addBrowser(ada), await addBrowser(nora), await addBrowser(otto)]
  const topics = { notices: true, pages: false, replies: true, orders: true, errors: true }
  await as(nora, 'PUT', '/api/account/push', { topics, quietHours: null })
  const { subscriptions } = createPushFeature({ db, contact: 'https://example.org', services: [], firebase: null })
  const old = [buildArticleSitePage('old')]
  const processes = [await startPageAnnouncer(db, old, subscriptions), await startPageAnnouncer(db, old, subscriptions)]
  for (const { serve } of processes)
    await serve([...old, buildArticleSitePage('hats'), buildArticleSitePage('bare', { description: '' })])
  await deliver()
  const payloads = [
    { topic: 'pages', title: 'About hats', body: 'All of hats.', url: '/hats', tag: 'page-hats' },
    { topic: 'pages', title: 'About bare', body: `New on ${siteOf.name}`, url: '/bare', tag: 'page-bare' },
  ]
  const got = [adas, noras, ottos].map((browser) => browser.got().toSorted((a, b) => b.tag.localeCompare(a.tag)))
  expect(got).toEqual([payloads, [], payloads])
})

test('a reader who has turned off pushes about replies still gets mails about replies', async () => {
  const { nora, otto, post, as, addBrowser, rows, mails } = await createPushSite()
  await addBrowser(nora)
  const topics = { notices: true, pages: true, replies: false, orders: true, errors: true }
  await as(nora, 'PUT', '/api/account/push', { topics, quietHours: null })
  const root = await post(nora, 'What a hat!')
  await post(otto, 'Thank you', { parentId: root.id })
  expect([(await rows()).length, (await mails()).length]).toEqual([0, 1])
})

test('when a reply is edited before its push and its mail are sent, both have the new text', async () => {
  const { nora, otto, post, as, addBrowser, deliver, mails, db } = await createPushSite()
  const noras = await addBrowser(nora)
  await as(nora, 'PUT', '/api/account/push', { quietHours: { from: '12:00', to: '13:00', timeZone: 'UTC' } })
  const root = await post(nora, 'What a hat!')
  const { id } = await post(otto, 'A word of regret', { parentId: root.id })
  await deliver()
  expect((await as(otto, 'PATCH', `/comments/${id}`, { content: 'A better word' })).status).toBe(200)
  advanceClock(HOUR_MS)
  await deliver()
  expect(noras.got().map(({ body }) => body)).toEqual(['A better word'])
  expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('A better word')])
  expect(JSON.stringify(await mails())).not.toContain('regret')
  expect(await db.selectFrom('push_messages').select('body').execute()).toEqual([{ body: 'A better word' }])
})

test('deleting a reply deletes the push about it that has not been sent yet', async () => {
  const { nora, otto, post, as, addBrowser, deliver, service, db } = await createPushSite()
  await addBrowser(nora)
  const root = await post(nora, 'What a hat!')
  const { id } = await post(otto, 'A word of regret', { parentId: root.id })
  expect(JSON.stringify(await db.selectFrom('push_messages').selectAll().execute())).toContain('regret')
  expect((await as(otto, 'DELETE', `/comments/${id}`)).status).toBe(204)
  expect(await db.selectFrom('push_messages').selectAll().execute()).toEqual([])
  await deliver()
  expect(service.arrived).toEqual([])
})
