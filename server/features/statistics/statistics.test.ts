import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Visit } from '#contract/visits.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'
import { createTestSite, type TestSite } from '../../testing/site.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})

type Sent = Partial<Visit> & { userAgent?: string; headers?: Record<string, string>; ip?: string }

const toVisit = (fields: Partial<Visit>): Visit => ({
  ...{ path: '/about', isNew: true, seconds: 0, isRead: false, from: '', searches: [], pictures: [] },
  ...fields,
})

/** Sends a message about one visit as a page does. */
const visit = (
  { call }: Pick<TestSite, 'call'>,
  { userAgent = CHROME, headers, ip = '192.0.2.1', ...fields }: Sent = {},
) =>
  call('POST', '/api/visits', {
    from: ip,
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': userAgent, ...headers },
    body: JSON.stringify([toVisit(fields)]),
  })

/** Runs the jobs of the feature once: writes what was counted, and deletes what is old. */
async function runJobs({ app }: Pick<TestSite, 'app'>): Promise<void> {
  const { jobs = [], leaderJobs = [] } = app.features.find(({ name }) => name === 'statistics') ?? {}
  for (const { run } of [...jobs, ...leaderJobs]) while ((await run()) === true);
}

async function createStatisticsSite() {
  const site = await createDeskSite()
  const figures = async (query = '') => {
    await runJobs(site)
    // The tokens of an earlier day have expired.
    const { token } = await addPerson(site.db, { roles: ['Admin'] })
    const { status, body } = await site.ask('GET', `/statistics${query}`, undefined, token)
    expect(status).toBe(200)
    return body
  }
  return { ...site, visit: (sent?: Sent) => visit(site, sent), figures }
}

test('counts the visits, the readers, the seconds and how often the end was read, for a page and for the whole site', async () => {
  const { visit, figures } = await createStatisticsSite()
  expect((await visit({ seconds: 10, isRead: true })).statusCode).toBe(204)
  await visit({ seconds: 5 })
  await visit({ path: '/', seconds: 20 })
  await visit({ ip: '192.0.2.2' })
  // The reader comes back to the tab: this continues the same visit.
  await visit({ isNew: false, seconds: 7, isRead: true })
  const { total, pages, days } = await figures()
  expect(total).toEqual({ visits: 4, readers: 2, ends: 2, seconds: 42 })
  expect(pages).toEqual([
    { path: '/about', title: 'About', visits: 3, readers: 2, ends: 2, seconds: 22 },
    { path: '/', title: 'Home', visits: 1, readers: 1, ends: 0, seconds: 20 },
  ])
  expect(days).toHaveLength(30)
  expect(days.at(-1)).toEqual({ day: '2026-11-21', ...total })
  expect(days.at(-2)).toEqual({ day: '2026-11-20', visits: 0, readers: 0, ends: 0, seconds: 0 })
  expect((await figures('?page=/about')).total).toEqual({ visits: 3, readers: 2, ends: 2, seconds: 22 })
  expect((await figures('?days=365')).days).toHaveLength(365)
})

test('a reader is counted once a day, whichever process gets the visits, and again on the next day', async () => {
  const { db, visit: visitOne, figures, app } = await createStatisticsSite()
  const other = await createTestSite({ db })
  await visitOne()
  await visit(other)
  await Promise.all([runJobs({ app }), runJobs(other)])
  await visit(other)
  await runJobs(other)
  expect((await figures()).total).toMatchObject({ visits: 3, readers: 1 })
  vi.setSystemTime(NOON + DAY_MS)
  await visitOne()
  expect((await figures()).total).toMatchObject({ visits: 4, readers: 2 })
})

test('when the server closes, it writes the visits that it has counted', async () => {
  const { db, figures } = await createStatisticsSite()
  const other = await createTestSite({ db })
  await visit(other)
  await other.app.close()
  expect((await figures()).total).toMatchObject({ visits: 1, readers: 1 })
})

test('when some counts cannot be written, all others are written, and the next run of the job writes the missing ones', async () => {
  const { app, visit, figures, db } = await createStatisticsSite()
  await visit({ from: 'example.org' })
  const [write] = app.features.find(({ name }) => name === 'statistics')?.jobs ?? []
  await db.schema.alterTable('statistics_names').renameTo('renamed').execute()
  await expect(write?.run()).rejects.toThrow('statistics_names')
  await db.schema.alterTable('renamed').renameTo('statistics_names').execute()
  const written = db.selectFrom('statistics_pages').select(['visits', 'readers']).where('page', '=', '/about')
  expect(await written.execute()).toEqual([{ visits: 1, readers: 1 }])
  expect((await figures()).names.referrer).toEqual([{ name: 'example.org', page: '/about', count: 1 }])
})

test('visits are stored without IP address and user agent; the salt and the readers are deleted when the day is over', async () => {
  const { db, visit, app } = await createStatisticsSite()
  await visit()
  await runJobs({ app })
  const salts = () => db.selectFrom('statistics_salts').select('day').execute()
  const readers = () => db.selectFrom('statistics_readers').select(['day', 'page', 'reader']).execute()
  expect(await salts()).toEqual([{ day: '2026-11-21' }])
  expect(await readers()).toHaveLength(2)
  const stored = JSON.stringify([
    await readers(),
    await db.selectFrom('statistics_pages').selectAll().execute(),
    await db.selectFrom('statistics_salts').selectAll().execute(),
  ])
  for (const secret of ['192.0.2.1', 'Mozilla']) expect(stored).not.toContain(secret)
  vi.setSystemTime(Date.UTC(2026, 10, 22, 0, 1))
  await runJobs({ app })
  expect(await salts()).toEqual([])
  // Another process may still write the last minute of the day.
  expect(await readers()).toHaveLength(2)
  vi.setSystemTime(Date.UTC(2026, 10, 22, 0, 11))
  await runJobs({ app })
  expect(await readers()).toEqual([])
})

test('counts of visits are kept for 13 months', async () => {
  const { db, visit, app } = await createStatisticsSite()
  await visit({ from: 'example.org' })
  await runJobs({ app })
  const rows = async () => [
    (await db.selectFrom('statistics_pages').select('day').execute()).length,
    (await db.selectFrom('statistics_names').select('day').execute()).length,
  ]
  vi.setSystemTime(NOON + 396 * DAY_MS)
  await runJobs({ app })
  expect(await rows()).toEqual([2, 1])
  vi.setSystemTime(NOON + 397 * DAY_MS)
  await runJobs({ app })
  expect(await rows()).toEqual([0, 0])
})

test.each([
  ['DNT', { headers: { dnt: '1' } }],
  ['Sec-GPC', { headers: { 'sec-gpc': '1' } }],
  ['no user agent', { userAgent: '' }],
  ...[
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'curl/8.5.0',
    'Mozilla/5.0 (Linux; Android 11) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ].map((userAgent): [string, Sent] => [userAgent, { userAgent }]),
])('a visit with %s is answered 204 and not counted', async (_, sent: Sent) => {
  const { db, visit, figures } = await createStatisticsSite()
  expect((await visit(sent)).statusCode).toBe(204)
  expect((await figures()).total.visits).toBe(0)
  expect(await db.selectFrom('statistics_salts').selectAll().execute()).toEqual([])
})

test.each([
  CHROME,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 14; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
])('a visit with the browser %s is counted', async (userAgent) => {
  const { visit, figures } = await createStatisticsSite()
  await visit({ userAgent })
  expect((await figures()).total.visits).toBe(1)
})

test('each referring site, search, missing URL and broken picture has its own count; the site itself is no referrer', async () => {
  const { visit, figures } = await createStatisticsSite()
  await visit({ from: 'news.example.org', searches: ['Kettle', ' kettle '], pictures: ['/assets/boat.png'] })
  await visit({ from: 'news.example.org', path: '/' })
  await visit({ from: 'site.test' })
  await visit({ from: '/about', path: '/gone' })
  await visit({ from: '/about', path: '/gone', isNew: false })
  await visit({ from: '/\u0000', path: '/gone/too' })
  const { names, total } = await figures()
  expect(names).toEqual({
    referrer: [{ name: 'news.example.org', page: '/about', count: 2 }],
    search: [{ name: 'kettle', page: '', count: 1 }],
    missing: [
      { name: '/gone', page: '/about', count: 1 },
      { name: '/gone/too', page: '', count: 1 },
    ],
    picture: [{ name: '/assets/boat.png', page: '/about', count: 1 }],
  })
  expect(total.visits).toBe(3)
  expect((await figures('?page=/')).names).toMatchObject({
    referrer: [{ name: 'news.example.org', page: '/', count: 1 }],
    picture: [],
  })
})

test('a visit to an alias counts for its page; visits to the desk and to kitchens are not counted', async () => {
  const { visit, figures } = await createStatisticsSite()
  await visit({ path: '/who' })
  for (const path of ['/desk', '/desk/errors', '/kitchen/one']) await visit({ path })
  const { pages, names } = await figures()
  expect(pages).toMatchObject([{ path: '/about', visits: 1 }])
  expect(names.missing).toEqual([])
})

test('searches that may contain personal data are not counted', async () => {
  const { visit, figures } = await createStatisticsSite()
  await visit({ searches: ['nora@example.org', '+49 170 123 4567', 'sail 2026'] })
  expect((await figures()).names.search).toEqual([{ name: 'sail 2026', page: '', count: 1 }])
})

test.each([
  ['', 400],
  ['null', 400],
  ['{}', 400],
  ['[]', 400],
  ['[1]', 400],
  [JSON.stringify(toVisit({})), 400],
  [JSON.stringify([{ path: '/about' }]), 400],
  [JSON.stringify(Array.from({ length: 9 }, () => toVisit({}))), 400],
  [JSON.stringify([toVisit({}), { path: '/about' }]), 400],
  ['x'.repeat(65 * 1024), 413],
])('refuses the visit message %.40s with %i', async (body, status) => {
  const { call, figures } = await createStatisticsSite()
  const headers = { 'content-type': 'text/plain', 'user-agent': CHROME }
  expect((await call('POST', '/api/visits', { body, headers })).statusCode).toBe(status)
  expect((await figures()).total.visits).toBe(0)
})

test.each([
  { path: 'about' },
  { path: '/about?token=x' },
  { path: '/a\u0000' },
  { path: '/\ud800' },
  { path: `/${'x'.repeat(200)}` },
  { seconds: -1 },
  { seconds: 1801 },
  { seconds: 1.5 },
  { searches: Array.from({ length: 6 }, () => 'x') },
  { pictures: ['x'.repeat(201)] },
])('a visit message with the fields %j is refused with 400', async (fields) => {
  const { visit } = await createStatisticsSite()
  const answer = await visit(fields)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
})

test('refuses visit messages from other sites, and more than 120 a minute from one IP address', async () => {
  const { visit, figures } = await createStatisticsSite()
  const foreign = await visit({ headers: { origin: 'https://evil.example' } })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin'])
  const statuses = []
  for (let sent = 0; sent < 125; sent++) statuses.push((await visit()).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await figures()).total.visits).toBe(120)
})

test('only admins can see the statistics', async () => {
  const { call, createReader } = await createStatisticsSite()
  expect((await call('GET', '/api/desk/statistics')).statusCode).toBe(401)
  const { accessToken: token } = await createReader('nora@example.org')
  expect((await call('GET', '/api/desk/statistics', { token })).statusCode).toBe(403)
})

test('visits are not logged', async () => {
  const { createLogRecorder } = await import('../../testing/app.ts')
  const { logger, lines } = createLogRecorder()
  const site = await createTestSite({ logger })
  await visit(site)
  expect(lines()).toEqual([])
  await visit(site, { path: 'x' })
  expect(lines()).toMatchObject([{ status: 400 }])
})

test('visits just before and just after midnight each count for their own day', async () => {
  const { visit, figures } = await createStatisticsSite()
  vi.setSystemTime(Date.UTC(2026, 10, 21, 23, 59, 59))
  await visit()
  vi.setSystemTime(Date.UTC(2026, 10, 22, 0, 0, 1))
  await visit()
  vi.setSystemTime(Date.UTC(2026, 10, 22, 0, 0) + MINUTE_MS)
  const { days } = await figures()
  expect(days.slice(-2)).toMatchObject([
    { day: '2026-11-21', visits: 1, readers: 1 },
    { day: '2026-11-22', visits: 1, readers: 1 },
  ])
})
