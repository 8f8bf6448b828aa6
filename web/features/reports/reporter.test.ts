import type * as Sentry from '@sentry/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

/** The options with which the error-reporting client was created. */
const told = vi.hoisted(() => ({ options: {} as Record<string, unknown> }))
vi.mock('@sentry/react', async (original) => ({
  ...(await original<typeof Sentry>()),
  BrowserClient: class {
    constructor(options: Record<string, unknown>) {
      told.options = options
    }
    init() {}
    addEventProcessor() {}
  },
}))

beforeEach(() => {
  told.options = {}
})
afterEach(() => vi.unstubAllGlobals())

/** Starts the reporter on a built page with this host name. */
async function reporterOn(hostname: string, navigator = {}) {
  const page = installFakePage(() => new Response(), navigator)
  Object.assign(page.window.location, { hostname, host: hostname, protocol: 'https:' })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  const { startErrorReporter } = await import('./reporter.ts')
  startErrorReporter('one')
  return told.options
}

test('S7.16 S9.04 reports go to the site with the environment “production” and the sample rates 0.01 for page loads, 0 for sessions and 1 for sessions with errors', async () => {
  expect(await reporterOn('nebelhorn.example')).toMatchObject({
    tunnel: '/api/reports',
    environment: 'production',
    tracesSampleRate: 0.01,
    replaysSessionSampleRate: 0,
    replaysOnErrorSampleRate: 1,
    dataCollection: { userInfo: true },
  })
})

test.each(['localhost', '192.168.1.20'])('S9.04 on the host %s no page load is traced', async (host) => {
  expect(await reporterOn(host)).toMatchObject({ tracesSampleRate: 0 })
})
