import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ERROR_EVENT_BYTES_MAX, ERROR_REPORT_BYTES_MAX } from '#contract/limits.ts'
import { receiveErrorReport } from '#contract/reports.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { createEnvelope, createErrorEvent, newEventId, sendEnvelope, sendEvent } from '../../testing/reports.ts'

/** The number of random events, and of random envelopes. */
const EVENTS = chooseByRun(100, 2_000)

const header = JSON.stringify({ event_id: newEventId() })
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('invalid bytes are refused with 400', () => {
  test.each<[string, string | Buffer]>([
    ['only blanks', ' \n \n'],
    ['a header that is not an object', '[]\n{"type":"event"}\n{}'],
    ['null instead of a header', 'null'],
    ['an item without a type', `${header}\n{}\n{}`],
    ['a type that is not a string', `${header}\n{"type":{}}\n{}`],
    ['an event that is not JSON', `${header}\n{"type":"event"}\n{`],
    ['a missing event', `${header}\n{"type":"event"}`],
    ['an event without an id', `${header}\n{"type":"event"}\n{}`],
    [
      'an id with other characters',
      `${header}\n{"type":"event"}\n${JSON.stringify(createErrorEvent({ event_id: 'x'.repeat(32) }))}`,
    ],
    ['a length that is too long', `${header}\n{"type":"event","length":99}\n{}`],
    ['a length that is too short', `${header}\n{"type":"event","length":1}\n{}`],
    ['a length below zero', `${header}\n{"type":"event","length":-1}\n{}`],
    ['a length that is not a number', `${header}\n{"type":"event","length":"2"}\n{}`],
    ['a length with a fraction', `${header}\n{"type":"event","length":1.5}\n{}`],
    ['more items than any page sends', createEnvelope(...Array.from({ length: 51 }, () => ['session', {}] as const))],
    ['bytes that are not UTF-8', Buffer.from(`${header}\n{"type":"event"}\n{"x":"\xff"}`, 'latin1')],
    ['compressed bytes', gzipSync(createEnvelope(['event', createErrorEvent()]))],
  ])('refuses an unreadable report with 400: %s', async (_, bytes) => {
    const site = await createDeskSite()
    const answer = await sendEnvelope(site, bytes)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'report_unreadable'])
    expect((await site.ask('GET', '/errors')).body.errors).toEqual([])
  })
})

test('an event or a body over its size limit is refused with 413', async () => {
  const site = await createDeskSite()
  const large = await sendEvent(site, createErrorEvent({ extra: 'x'.repeat(ERROR_EVENT_BYTES_MAX) }))
  expect([large.statusCode, large.json().code]).toEqual([413, 'payload_too_large'])
  const huge = await sendEnvelope(site, Buffer.alloc(ERROR_REPORT_BYTES_MAX + 1, 'x'))
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'payload_too_large'])
})

test('an IP address that exceeds the limit of reports per minute gets 429', async () => {
  const site = await createDeskSite()
  const [{ max }] = receiveErrorReport.limits
  for (let sent = 0; sent < max; sent++) await sendEnvelope(site, header)
  const answer = await sendEvent(site, createErrorEvent())
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_requests'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await sendEvent(site, createErrorEvent(), { from: '192.0.2.8' })).statusCode).toBe(200)
})

test('an event with hostile values is stored in shortened form, without characters that databases refuse', async () => {
  const site = await createDeskSite()
  const frames = Array.from({ length: 200 }, (_, at) => ({
    filename: `https://x.test/${at}.js`,
    function: 'f',
    lineno: at,
  }))
  const event = createErrorEvent({
    release: `\ud800\0${'r'.repeat(500)}`,
    message: { not: 'a text' },
    exception: {
      values: [
        ...Array.from({ length: 20 }, () => null),
        ...Array.from({ length: 8 }, () => ({ type: 'A'.repeat(999), value: '\0\ud800', stacktrace: { frames } })),
        {
          type: 5,
          value: `last ${'m'.repeat(9_000)}`,
          stacktrace: { frames: [null, 7, { filename: [], lineno: -1, colno: 1.5 }] },
        },
      ],
    },
    breadcrumbs: Array.from({ length: 100 }, (_, at) => ({ timestamp: 1e300, category: `${at}`, message: deep(500) })),
    user: { id: 7, email: 'e'.repeat(999), nested: JSON.parse(deep(50)) },
    request: 'no request',
    timestamp: 'never',
  })
  const text = JSON.stringify(event).replace(
    '"platform"',
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"platform"',
  )
  expect((await sendEnvelope(site, `${header}\n{"type":"event"}\n${text}`)).statusCode).toBe(200)
  const { errors } = (await site.ask('GET', '/errors')).body
  expect(errors).toHaveLength(1)
  const [kept] = (await site.ask('GET', `/errors/${errors[0].id}`)).body.events
  expect(kept.exceptions).toHaveLength(6)
  expect(kept.exceptions[0]).toMatchObject({ type: 'Error', frames: [{ file: '', line: null, column: null }] })
  expect(kept.exceptions[0].message).toHaveLength(2_000)
  expect(kept.exceptions[1].frames).toHaveLength(50)
  expect(kept.exceptions[1].frames[0]).toMatchObject({ file: 'https://x.test/199.js', own: false })
  expect(kept.breadcrumbs).toHaveLength(30)
  expect(kept.breadcrumbs[29]).toMatchObject({ at: null, category: '99' })
  expect(kept.user).toEqual({ id: '7', name: '', email: 'e'.repeat(254) })
  expect(kept.url).toBe('')
  expect(kept.at).toBeLessThanOrEqual(Date.now())
  expect(JSON.stringify(kept)).not.toMatch(/\\u0000|\\ud800/)
  expect(kept).not.toHaveProperty('polluted')
  expect({}).not.toHaveProperty('polluted')
})

test('deeply nested reports, reports of many lines and repeated patterns are answered quickly', async () => {
  const site = await createDeskSite()
  const nested = await sendEnvelope(site, `${header}\n{"type":"event"}\n${deep(ERROR_EVENT_BYTES_MAX / 2 - 1)}`)
  expect(nested.statusCode).toBe(400)
  const lines = await sendEnvelope(site, `${header}\n${'{"type":"x"}\n{}\n'.repeat(300_000)}`)
  expect(lines.statusCode).toBe(400)
  const began = performance.now()
  for (const part of ['&code', 'eyJ-', 'password', '"token"', '&a=a1', 'Bearer ', 'aA1', '%3Fcode%3D', 'cookie: '])
    expect((await sendEvent(site, createErrorEvent({ message: part.repeat(20_000), exception: {} }))).statusCode).toBe(
      200,
    )
  // Each report takes a few milliseconds; with a pattern that backtracks, it would take minutes.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('no random event or envelope is answered with a 5xx status', async () => {
  const site = await createDeskSite()
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  const bits = fc.oneof(value, fc.string({ unit: 'binary' }), fc.double(), fc.constant(null))
  const frame = fc.record({ filename: bits, function: bits, lineno: bits, colno: bits }, { requiredKeys: [] })
  const exception = fc.record(
    { type: bits, value: bits, stacktrace: fc.oneof(value, fc.record({ frames: fc.oneof(value, fc.array(frame)) })) },
    { requiredKeys: [] },
  )
  const event = fc.record(
    {
      timestamp: bits,
      release: bits,
      message: bits,
      logentry: value,
      exception: fc.oneof(value, fc.record({ values: fc.oneof(value, fc.array(exception, { maxLength: 5 })) })),
      request: value,
      user: fc.oneof(value, fc.record({ id: bits, username: bits, email: bits }, { requiredKeys: [] })),
      breadcrumbs: fc.oneof(
        value,
        fc.array(fc.record({ timestamp: bits, category: bits, message: bits, data: value })),
      ),
    },
    { requiredKeys: [] },
  )
  const good = fc
    .sample(event, { numRuns: EVENTS, seed: soakSeed })
    .map((one) => createEnvelope(['event', { ...one, event_id: newEventId() }]))
  const lines = fc.array(
    fc.oneof(
      value.map((one) => JSON.stringify(one)),
      fc.string({ unit: 'binary' }),
    ),
  )
  const odd = fc.sample(lines, { numRuns: EVENTS, seed: soakSeed }).map((some) => some.join('\n'))
  const statuses = new Map<number, number>()
  for (const [at, bytes] of [...good, ...odd].entries()) {
    const answer = await sendEnvelope(site, bytes, { from: `192.0.2.${at % 250}` })
    const story = `seed ${soakSeed}: ${JSON.stringify(bytes)} was answered ${answer.statusCode} ${answer.body}`
    expect(answer.statusCode, story).toBeLessThan(500)
    if (at < good.length) expect(answer.statusCode, story).toBe(200)
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  }
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400]))
  const { errors } = (await site.ask('GET', '/errors?state=all')).body
  for (const { id } of errors) expect((await site.ask('GET', `/errors/${id}`)).status).toBe(200)
})
