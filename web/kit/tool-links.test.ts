import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'

let toolsReply: () => Response
let alert: ReturnType<typeof vi.fn>
let browser: ReturnType<typeof installFakeBrowser>

let server: ReturnType<typeof createFakeSessionServer>

beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server = createFakeSessionServer()
  browser = installFakeBrowser((call) => (call.path === '/tools' ? toolsReply() : server.answer(call)))
  alert = vi.fn()
  Object.assign(browser.window, { alert })
  for (const key of ['accessToken', 'refreshToken']) browser.stored.set(key, `${key.replace('Token', '')} 1`)
  browser.stored.set('authToken', 'of an older site')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function newTab() {
  vi.resetModules()
  const { useToolLinks } = await import('./tool-links.ts')
  return useToolLinks.getState
}

it.each([
  ['401', () => Response.json({ code: 'unauthenticated', message: '' }, { status: 401 })],
  ['403', () => Response.json({ code: 'forbidden', message: '' }, { status: 403 })],
  ['200 without tools', () => Response.json({})],
])(
  'S8.09 S7.13 when the request for tools gets %s, one alert is shown, even after further fetches, and authToken is removed',
  async (_, reply) => {
    toolsReply = reply
    const tools = await newTab()
    await tools().fetchTools()
    await tools().fetchTools()
    expect(alert.mock.calls).toEqual([['Unauthorized. Please log in again.']])
    expect(tools().tools).toBeNull()
    expect(browser.stored.has('authToken')).toBe(false)
  },
)

it('S8.09 the alert about the lost admin login is shown again after a successful fetch of tools, and for the next admin', async () => {
  const tools = await newTab()
  const refuse = () => Response.json({})
  toolsReply = refuse
  await tools().fetchTools()
  toolsReply = () => Response.json({ tools: [] })
  await tools().fetchTools()
  toolsReply = refuse
  await tools().fetchTools()
  expect(alert).toHaveBeenCalledTimes(2)
  tools().forget()
  await tools().fetchTools()
  expect(alert).toHaveBeenCalledTimes(3)
})

it.each([
  ['500', () => Response.json({ code: 'internal', message: '' }, { status: 500 })],
  ['404', () => Response.json({ code: 'not_found', message: '' }, { status: 404 })],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])(
  'S7.13 when the request for tools gets %s, the failure is only logged, no alert and no tools are shown, and authToken is kept',
  async (_, reply) => {
    const logged = vi.spyOn(console, 'info')
    const louder = (['error', 'warn'] as const).map((level) => vi.spyOn(console, level))
    toolsReply = reply
    const tools = await newTab()
    await tools().fetchTools()
    expect(logged.mock.calls.map(([text]) => text)).toContain('The tools could not be fetched')
    expect(alert).not.toHaveBeenCalled()
    for (const level of louder) expect(level).not.toHaveBeenCalled()
    expect(tools()).toMatchObject({ tools: null, failed: true })
    expect(browser.stored.get('authToken')).toBe('of an older site')
  },
)

it('S8.09 when expired tokens cannot be refreshed during an outage, no alert tells an admin to log in again', async () => {
  toolsReply = () => Response.json({ code: 'unauthenticated', message: '' }, { status: 401 })
  server.answer = () => new Response('', { status: 503 })
  const tools = await newTab()
  await tools().fetchTools()
  expect(alert).not.toHaveBeenCalled()
  expect(tools()).toMatchObject({ tools: null, failed: true, unauthorised: false })
  expect(browser.stored.get('authToken')).toBe('of an older site')
})
