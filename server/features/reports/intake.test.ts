import { expect, test } from 'vitest'
import { createDeskSite } from '../../testing/desk.ts'
import { origins } from '../../testing/origins.ts'
import { createEnvelope, createErrorEvent, sendEnvelope, sendEvent } from '../../testing/reports.ts'

test('S7.16 a page posts an error report, and the desk shows its stack trace with the innermost frame first', async () => {
  const site = await createDeskSite()
  const event = createErrorEvent({
    user: { id: 'u1', username: 'Nora', email: 'nora@example.org', ip_address: '{{auto}}' },
    breadcrumbs: [{ timestamp: 1_800_000_000.5, category: 'navigation', data: { from: '/', to: '/about' } }],
  })
  const answer = await sendEvent(site, event)
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const { body: list } = await site.ask('GET', '/errors')
  expect(list).toMatchObject({ next: null, counts: { open: 1, resolved: 0, muted: 0 }, passedOn: false })
  expect(list.errors).toEqual([
    {
      id: expect.any(String),
      title: 'TypeError: x is undefined',
      place: 'assets/main-abc12345.js in open',
      side: 'browser',
      state: 'open',
      count: 1,
      firstSeenAt: expect.any(Number),
      lastSeenAt: expect.any(Number),
      firstRelease: 'fixture-1',
      lastRelease: 'fixture-1',
    },
  ])
  const { body: detail } = await site.ask('GET', `/errors/${list.errors[0].id}`)
  const frame = { file: 'assets/main-abc12345.js', own: true, source: null }
  expect(detail).toEqual({
    error: list.errors[0],
    events: [
      {
        id: event.event_id,
        at: Math.round(event.timestamp * 1000),
        release: 'fixture-1',
        exceptions: [
          {
            type: 'TypeError',
            message: 'x is undefined',
            frames: [
              { ...frame, function: 'open', line: 2, column: 10 },
              { ...frame, function: 'start', line: 1, column: 20 },
            ],
          },
        ],
        url: `${origins[0]}/about`,
        requestId: '',
        client: 'Chrome on Windows',
        user: { id: 'u1', name: 'Nora', email: 'nora@example.org' },
        breadcrumbs: [{ at: 1_800_000_000_500, category: 'navigation', message: '/ → /about' }],
      },
    ],
  })
  expect((await site.ask('GET', '/inbox/counts')).body.waiting.error).toBe(1)
})

test.each(['text/plain;charset=UTF-8', 'application/x-sentry-envelope', 'application/json', ''])(
  'S7.16 accepts a report with the Content-Type “%s”',
  async (type) => {
    const site = await createDeskSite()
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/reports',
      headers: { origin: origins[0], ...(type && { 'content-type': type }) },
      payload: Buffer.from(createEnvelope(['event', createErrorEvent()])),
    })
    expect(answer.statusCode).toBe(200)
    expect((await site.ask('GET', '/errors')).body.counts.open).toBe(1)
  },
)

test('a report from a page of another origin, or without an origin, is refused with 403', async () => {
  const site = await createDeskSite()
  for (const headers of [{ origin: 'https://evil.test' }, { origin: '' }, { origin: 'null' }]) {
    const answer = await sendEvent(site, createErrorEvent(), { headers })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin'])
  }
  expect((await sendEvent(site, createErrorEvent(), { headers: { origin: 'https://app.test' } })).statusCode).toBe(200)
  expect((await site.ask('GET', '/errors')).body.counts.open).toBe(1)
})

test('sessions, timings, client reports and recordings are accepted but not stored', async () => {
  const site = await createDeskSite()
  const items = ['session', 'transaction', 'client_report', 'replay_event', 'replay_recording'].map(
    (type) => [type, { x: 1 }] as const,
  )
  expect((await sendEnvelope(site, createEnvelope(...items))).statusCode).toBe(200)
  expect((await site.ask('GET', '/errors')).body).toMatchObject({ errors: [], counts: { open: 0 } })
  expect((await site.call('GET', '/api/reports/settings')).json()).toEqual({ replays: false })
})
