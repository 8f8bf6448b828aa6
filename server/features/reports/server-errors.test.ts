import { expect, test, vi } from 'vitest'
import { createLogRecorder } from '../../testing/app.ts'
import { createIsolatedDatabase } from '../../testing/database.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { createServerErrorEnvelope } from './reports.ts'

const errorsOf = async ({ ask }: Pick<Awaited<ReturnType<typeof createDeskSite>>, 'ask'>) =>
  (await ask('GET', '/errors')).body.errors

/** Creates a site with a public call that fails. */
async function createBrokenSite() {
  const log = createLogRecorder()
  const site = await createDeskSite({ db: await createIsolatedDatabase(), logger: log.logger })
  await site.db.schema.dropTable('notice_dismissals').execute()
  await site.db.schema.dropTable('notices').execute()
  return { site, log }
}

test('S8.12 a failed call is reported once, with its path, caller and stack trace, but no data that the caller sent', async () => {
  const { site } = await createBrokenSite()
  const answer = await site.call('POST', '/api/desk/notices', {
    token: site.ada.token,
    body: { message: 'a secret message' },
    headers: { 'user-agent': 'a secret browser', cookie: 'secret=1' },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
  const [error] = await vi.waitUntil(async () => {
    const errors = await errorsOf(site)
    return errors.length > 0 && errors
  })
  expect(error).toMatchObject({ side: 'server', count: 1, state: 'open', firstRelease: 'fixture-1' })
  expect(error.title).toContain('notices')
  const { events } = (await site.ask('GET', `/errors/${error.id}`)).body
  expect(events).toMatchObject([
    {
      url: 'POST /api/desk/notices',
      user: { id: site.ada.id, name: 'Ada Admin', email: 'ada@example.org' },
      client: `Node ${process.versions.node}`,
      breadcrumbs: [],
    },
  ])
  expect(events[0].exceptions[0].frames.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).not.toContain('secret')
})

test('the id of a failed request is in the reply, in the log and in the report, and the desk finds the report by this id', async () => {
  const { site, log } = await createBrokenSite()
  const fail = () => site.call('POST', '/api/desk/notices', { token: site.ada.token, body: { message: 'x' } })
  const answer = await fail()
  const { 'x-request-id': id } = answer.headers
  expect(id).toMatch(/^[\da-f]{10}-[\da-z]+$/)
  expect(answer.json().message).toMatch(new RegExp(`name this: ${id}\\.$`))
  expect(log.lines().filter(({ reqId, status }) => reqId === id && status === 500)).toHaveLength(1)
  const find = async (search: string | number) => (await site.ask('GET', `/errors?search=${search}`)).body.errors
  const [error] = await vi.waitUntil(async () => {
    const errors = await find(String(id))
    return errors.length > 0 && errors
  })
  const { events } = (await site.ask('GET', `/errors/${error.id}`)).body
  expect(events).toMatchObject([{ requestId: id }])
  expect(await find(`${id}0`)).toEqual([])
  // The report contains this name, but the name is not a request id.
  expect(await find('Ada')).toEqual([])
  expect((await fail()).headers['x-request-id']).not.toBe(id)
})

test.each([
  [true, 'from-the-proxy_1', 'from-the-proxy_1'],
  [false, 'from-the-proxy_1', undefined],
  [true, 'short', undefined],
  [true, 'x'.repeat(65), undefined],
  [true, 'with space and more', undefined],
  [true, '"},{"msg":"forged', undefined],
])(
  'with TRUST_PROXY %s, a request with the X-Request-Id %j gets the id %j (undefined: a new id)',
  async (trustProxy, given, expected) => {
    const { call } = await createDeskSite({ trustProxy })
    const answer = await call('GET', '/api/desk/errors', { headers: { 'x-request-id': given } })
    expect(answer.statusCode).toBe(401)
    const id = answer.headers['x-request-id']
    if (expected) expect(id).toBe(expected)
    else expect(id).toMatch(/^[\da-f]{10}-[\da-z]+$/)
  },
)

test('the desk shows a report that an earlier version stored without a request id', async () => {
  const { site } = await createBrokenSite()
  await site.call('POST', '/api/desk/notices', { token: site.ada.token, body: { message: 'x' } })
  const [error] = await vi.waitUntil(async () => {
    const errors = await errorsOf(site)
    return errors.length > 0 && errors
  })
  const { payload } = await site.db.selectFrom('error_events').select('payload').executeTakeFirstOrThrow()
  const { requestId: _, ...earlier } = JSON.parse(payload)
  await site.db
    .updateTable('error_events')
    .set({ payload: JSON.stringify(earlier) })
    .execute()
  expect((await site.ask('GET', `/errors/${error.id}`)).body.events).toMatchObject([{ requestId: '' }])
})

test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  'the report of a failed call does not name a caller who sends a header against tracking: %o',
  async (headers) => {
    const { site } = await createBrokenSite()
    await site.call('POST', '/api/desk/notices', { token: site.ada.token, body: { message: 'x' }, headers })
    const [error] = await vi.waitUntil(async () => {
      const errors = await errorsOf(site)
      return errors.length > 0 && errors
    })
    const { events } = (await site.ask('GET', `/errors/${error.id}`)).body
    expect(events).toMatchObject([{ url: 'POST /api/desk/notices', user: null }])
  },
)

test('S8.12 an error is reported once, with its causes and the stack trace of each cause', async () => {
  const site = await createDeskSite()
  const error = new Error('no supper', { cause: new RangeError('no fire', { cause: 'no wood' }) })
  await Promise.all([1, 2].map(() => site.app.reports.serverError(error, { operation: 'cooking' })))
  const [kept] = await errorsOf(site)
  const place = 'server/features/reports/server-errors.test.ts'
  expect(kept).toMatchObject({ title: 'Error: no supper', count: 1 })
  expect(kept.place).toContain(place)
  const { events } = (await site.ask('GET', `/errors/${kept.id}`)).body
  const [thrown, cause, first] = events[0].exceptions
  expect([thrown.type, cause.type, first.type]).toEqual(['Error', 'RangeError', 'Thrown'])
  expect([thrown.message, cause.message, first.message]).toEqual(['no supper', 'no fire', 'no wood'])
  expect(thrown.frames[0]).toMatchObject({ file: place, own: true, line: expect.any(Number) })
  expect(cause.frames[0]).toMatchObject({ file: place, own: true })
  expect(thrown.frames.find(({ file }: { file: string }) => file.includes('node_modules/'))).toMatchObject({
    own: false,
  })
})

test('S9.04 error reports of the server name the environment “production”, as those of pages do', () => {
  const [{ payload } = { payload: Buffer.from('{}') }] = createServerErrorEnvelope(new Error('x'), 'r', {
    operation: '',
  }).items
  expect(JSON.parse(Buffer.from(payload).toString()).environment).toBe('production')
})

test.each([null, undefined, 'a text', 7, Symbol('s'), Object.create(null), { toString: () => 'x' }])(
  'reports the thrown value %o, which is not an Error',
  async (thrown) => {
    const site = await createDeskSite()
    await site.app.reports.serverError(thrown, { operation: 'x' })
    expect(await errorsOf(site)).toMatchObject([{ side: 'server', count: 1 }])
  },
)

test('circular causes are reported once, and a long stack trace is cut to 50 frames', async () => {
  const site = await createDeskSite()
  const error = new Error('round')
  error.cause = new Error('and round', { cause: error })
  error.stack = `Error: round\n${'    at f (/a/b.ts:1:2)\n'.repeat(10_000)}`
  await site.app.reports.serverError(error, { operation: 'x' })
  const [kept] = await errorsOf(site)
  const { events } = (await site.ask('GET', `/errors/${kept.id}`)).body
  expect(events[0].exceptions.map(({ message }: { message: string }) => message)).toEqual(['round', 'and round'])
  expect(events[0].exceptions[0].frames).toHaveLength(50)
})

test('an error of the server that cannot be stored in the database is logged', async () => {
  const log = createLogRecorder()
  const db = await createIsolatedDatabase()
  const { app } = await createDeskSite({ db, logger: log.logger })
  await db.schema.dropTable('error_events').execute()
  await app.reports.serverError(new Error('first'), { operation: 'x' })
  expect(log.lines().filter(({ level }) => level === 50)).toMatchObject([{ msg: 'an error could not be reported' }])
})
