import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogRecorder } from '../../testing/app.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { createEnvelope, createErrorEvent, sendEnvelope, sendEvent } from '../../testing/reports.ts'
import { startSentryDouble } from '../../testing/sentry.ts'
import { tryParseDsn } from './dsn.ts'

async function createPassingSite() {
  const sentry = await startSentryDouble()
  onTestFinished(() => sentry.close())
  const log = createLogRecorder()
  const site = await createDeskSite({ dsn: tryParseDsn(sentry.dsn) ?? undefined, logger: log.logger })
  return { sentry, site, log }
}

test('S7.16 with SENTRY_DSN, a report is forwarded with the key of the service and the client’s IP address, and is not stored', async () => {
  const { sentry, site } = await createPassingSite()
  const event = createErrorEvent({ user: { id: 'u1', email: 'nora@example.org', secretNote: 'no' } })
  expect((await sendEvent(site, event, { from: '203.0.113.9' })).statusCode).toBe(200)
  const [arrival] = await sentry.arrived(1)
  expect(arrival?.path).toBe('/api/42/envelope/')
  expect(arrival?.headers).toMatchObject({
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': expect.stringContaining('sentry_key=publickey'),
    'x-forwarded-for': '203.0.113.9',
    'user-agent': expect.stringContaining('Chrome/150'),
  })
  const [header, items] = arrival?.envelope ?? []
  expect(header).toEqual({ event_id: expect.any(String), sent_at: expect.any(String) })
  expect(items).toEqual([[{ type: 'event', length: expect.any(Number) }, expect.any(Uint8Array)]])
  const sent = JSON.parse(Buffer.from(items?.[0]?.[1] as Uint8Array).toString())
  expect(sent).toEqual({ ...event, user: { id: 'u1', email: 'nora@example.org' } })
  expect((await site.ask('GET', '/errors')).body).toMatchObject({ errors: [], counts: { open: 0 }, passedOn: true })
  expect((await site.call('GET', '/api/reports/settings')).json()).toEqual({ replays: true })
})

test('S8.12 with SENTRY_DSN, an error of the server is forwarded to the service too', async () => {
  const { sentry, site } = await createPassingSite()
  await site.app.reports.serverError(new RangeError('too far'), { operation: 'GET /api/x' })
  const [arrival] = await sentry.arrived(1)
  const payload = arrival?.envelope[1][0]?.[1] as Uint8Array
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
    platform: 'node',
    release: 'fixture-1',
    transaction: 'GET /api/x',
    exception: { values: [{ type: 'RangeError', value: 'too far' }] },
  })
  expect(arrival?.headers).not.toHaveProperty('x-forwarded-for')
})

test('secrets are removed from forwarded reports; a compressed recording is forwarded unchanged', async () => {
  const { sentry, site } = await createPassingSite()
  const secret = `${'aB3'.repeat(14)}x`
  const recording = Buffer.from([0x7b, 0x7d, 0x0a, 0x78, 0x9c, 0xff, 0x0a, 0x00])
  const event = createErrorEvent({
    request: {
      url: `https://site.test/verify-email#token=${secret}`,
      headers: { Authorization: `Bearer ${secret}`, Cookie: `a=${secret}`, Referer: `https://x.test/?code=${secret}` },
      cookies: { a: secret },
      data: { password: 'hunter2hunter2' },
    },
    extra: { deep: [{ password: 'hunter2hunter2', note: `your link: ?refreshtoken=${secret}` }] },
  })
  const start = createEnvelope(['event', event], ['replay_event', { urls: [`https://site.test/?state=${secret}`] }])
  const head = `\n{"type":"replay_recording","length":${recording.length}}\n`
  const answer = await sendEnvelope(site, Buffer.concat([Buffer.from(start + head), recording]))
  expect(answer.statusCode).toBe(200)
  const [arrival] = await sentry.arrived(1)
  const items = arrival?.envelope[1] ?? []
  expect(items.map(([{ type }]) => type)).toEqual(['event', 'replay_event', 'replay_recording'])
  expect(Buffer.from(items[2]?.[1] as Uint8Array)).toEqual(recording)
  for (const [, payload] of items.slice(0, 2)) {
    const text = Buffer.from(payload as Uint8Array).toString()
    expect(text).not.toContain(secret)
    expect(text).not.toContain('hunter2')
    expect(text).toContain('[scrubbed]')
  }
})

test.each([
  [{ status: 429, headers: { 'retry-after': '120' } }, '120::organization'],
  [
    { status: 200, headers: { 'x-sentry-rate-limits': '60:error:project:quota, 30:replay;session:project' } },
    '60:error:organization, 30:replay:organization, 30:session:organization',
  ],
] as const)(
  'rate limits of the service are returned to the page, and limited reports are not forwarded: %o',
  async (answer, expectedLimits) => {
    const { sentry, site } = await createPassingSite()
    vi.useFakeTimers({ toFake: ['Date'] })
    sentry.answer = answer
    await sendEvent(site, createErrorEvent())
    await sentry.arrived(1)
    const limits = await vi.waitUntil(async () => {
      // The reply to an empty envelope contains the limits.
      const { headers } = await sendEnvelope(site, createEnvelope())
      return headers['x-sentry-rate-limits'] as string | undefined
    })
    expect(limits).toBe(expectedLimits)
    const before = sentry.arrivals.length
    const second = await sendEvent(site, createErrorEvent())
    expect([second.statusCode, second.headers['x-sentry-rate-limits']]).toEqual([200, limits])
    // After the limit has ended, new reports are forwarded; the report that was limited is not.
    vi.setSystemTime(Date.now() + 121_000)
    sentry.answer = { status: 200 }
    const third = createErrorEvent({ message: 'third' })
    expect((await sendEvent(site, third)).headers).not.toHaveProperty('x-sentry-rate-limits')
    const arrivals = await sentry.arrived(before + 1)
    expect(arrivals).toHaveLength(before + 1)
    expect(Buffer.from(arrivals.at(-1)?.envelope[1][0]?.[1] as Uint8Array).toString()).toContain('third')
  },
)

test.each([500, 0])(
  'when the service answers %i (0: not at all), a warning without the key of the service is logged, and the page gets 200',
  async (status) => {
    const { sentry, site, log } = await createPassingSite()
    sentry.answer = { status }
    expect((await sendEvent(site, createErrorEvent())).statusCode).toBe(200)
    const warning = await vi.waitUntil(() => log.lines().find(({ level }) => level === 40))
    expect(String(warning.msg)).toMatch(/^the service behind SENTRY_DSN (did not take a report|cannot be reached)$/)
    expect(JSON.stringify(log.lines())).not.toContain('publickey')
  },
)

test('with SENTRY_DSN, unreadable reports are refused and not forwarded', async () => {
  const { sentry, site } = await createPassingSite()
  for (const bytes of ['x', `${createEnvelope()}\n{"type":"event"}\nno json`])
    expect((await sendEnvelope(site, bytes)).json().code).toBe('report_unreadable')
  expect(sentry.arrivals).toEqual([])
})

test.each([
  ['https://key@errors.example/1', { publicKey: 'key', endpoint: 'https://errors.example/api/1/envelope/' }],
  [
    'https://key:old@o1.example:8443/a/b/77',
    { publicKey: 'key', endpoint: 'https://o1.example:8443/a/b/api/77/envelope/' },
  ],
  ['http://key@[::1]:9000/1', { publicKey: 'key', endpoint: 'http://[::1]:9000/api/1/envelope/' }],
  ['http://key@errors.example/1', null],
  ['https://errors.example/1', null],
  ['https://key@errors.example/', null],
  ['https://key@errors.example/name', null],
  ['ftp://key@127.0.0.1/1', null],
  ['nothing', null],
])('SENTRY_DSN %s is read as %o', (text, dsn) => {
  expect(tryParseDsn(text)).toEqual(dsn)
})
