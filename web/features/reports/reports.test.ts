import type * as Sentry from '@sentry/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuthUser } from '#contract/accounts.ts'
import { installFakePage } from '../../testing/render.ts'

// Tests which content is reported; e2e/reports.spec.ts tests how reports are sent.

const sent = vi.hoisted(() => [] as Sent[])
vi.mock('./transport.ts', async () => {
  const { createTransport } = await import('@sentry/react')
  const createReportTransport: typeof Sentry.makeFetchTransport = (options) =>
    createTransport(options, async ({ body }) => {
      const [header = '{}', item = '{}', event = '{}'] = String(body).split('\n')
      sent.push({ type: JSON.parse(item).type, header: JSON.parse(header), body: JSON.parse(event) })
      return { statusCode: 200 }
    })
  return { createReportTransport }
})

interface Sent {
  type: string
  header: { trace?: { sample_rate?: string } }
  body: Sentry.Event
}

afterEach(() => {
  sent.length = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Returns a built page with its reporter. @param dice replaces the random number that decides about sampling */
async function reportingPage({ host = 'nebelhorn.example', navigator = {}, dice = 0.5 } = {}) {
  const page = installFakePage(() => Response.json({ replays: false }), navigator)
  // The SDK stores global state here, which must not leak into the next test.
  vi.stubGlobal('__SENTRY__', undefined)
  const href = `https://${host}/ueber-mich`
  Object.assign(page.window.location, { hostname: host, host, protocol: 'https:', pathname: '/ueber-mich', href })
  vi.spyOn(Math, 'random').mockReturnValue(dice)
  const timing = { loadEventEnd: 9 } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([timing])
  const { startErrorReporter } = await import('./reporter.ts')
  const { reportError } = await import('../../kit/report-error.ts')
  const { useSession } = await import('../../api/session.ts')
  const { flush } = await import('@sentry/react')
  startErrorReporter('one')
  return {
    page,
    logIn: (user: AuthUser | null) => useSession.setState({ user, userReady: true, isAuthenticated: user !== null }),
    report: reportError,
    /** Waits for pending reports and returns the errors. */
    errors: async () => {
      await flush()
      return sent.filter(({ type }) => type === 'event').map(({ body }) => body)
    },
  }
}

const nora: AuthUser = { id: '1', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] }

test.each([
  { host: '127.0.0.1', dice: 0.01 - 0.0001, reported: true },
  { host: '127.0.0.1', dice: 0.01, reported: false },
  { host: 'localhost', dice: 0, reported: false },
])(
  'S9.04 a page load at $host with the random number $dice is reported: $reported',
  async ({ host, dice, reported }) => {
    const { errors, report } = await reportingPage({ host, dice })
    // The report of this error is sent after the report of the page load, so the test waits for the error.
    report(new Error('one kettle'))
    expect(await errors()).toHaveLength(1)
    const loads = sent.filter(({ type }) => type === 'transaction')
    expect(loads.map(({ body }) => body.transaction)).toEqual(reported ? ['/ueber-mich'] : [])
    for (const { header } of loads) expect(Number(header.trace?.sample_rate)).toBe(0.01)
  },
)

test('S9.04 a report names the logged-in user, and no user after a logout', async () => {
  const { errors, logIn, report, page } = await reportingPage()
  logIn(nora)
  report(new Error('one kettle'))
  logIn(null)
  report(new Error('two kettles'))
  const users = (await errors()).map(({ user }) => user)
  expect(users).toEqual([{ id: '1', username: 'Nora', email: 'nora@example.org' }, {}])
  // The settings are fetched only with the first error.
  expect(page.callsTo('/api/reports/settings')).toHaveLength(1)
})

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('S9.04 with %s an error is reported without the user, and the session is not recorded', async (_, navigator) => {
  const { errors, logIn, report, page } = await reportingPage({ navigator })
  logIn(nora)
  report(new Error('one kettle'))
  expect(await errors()).toHaveLength(1)
  const said = JSON.stringify(sent)
  for (const word of [nora.user, nora.email, '"infer_ip":"auto"']) expect(said).not.toContain(word)
  expect(page.callsTo('/api/reports/settings')).toHaveLength(0)
})

test('S8.12 reports at most 20 errors until the page is loaded again', async () => {
  const { errors, report } = await reportingPage()
  for (let number = 1; number <= 30; number++) report(new Error(`kettle ${number}`))
  const messages = (await errors()).map(({ exception }) => exception?.values?.[0]?.value)
  expect(messages).toEqual(Array.from({ length: 20 }, (_, place) => `kettle ${place + 1}`))
})
