import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/**
 * Opens a page with tokens in its query.
 * @param failExchange answers the exchange of the tokens, or throws when no answer arrives
 */
async function openPageWithTokens(failExchange: () => Response) {
  vi.resetModules()
  const server = createFakeSessionServer()
  const network = { isFailing: true }
  const browser = installFakeBrowser((call) => (network.isFailing ? failExchange() : server.answer(call)))
  browser.window.location.href = 'https://nebelhorn.example/?token=access+1&refreshtoken=refresh+1'
  const { useSession, restoreSessionIntoStore } = await import('./session.ts')
  const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
  await restoreSessionIntoStore(takeProviderLoginTokensFromUrl())
  const comeBack = () => {
    network.isFailing = false
    server.expire()
    browser.window.dispatchEvent(new Event('online'))
  }
  return { server, browser, comeBack, session: useSession.getState }
}

const failures: [string, () => Response][] = [
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['a failure of a proxy', () => new Response('', { status: 502 })],
]

it.each(failures)(
  'S2.31 stores no query tokens after %s, and exchanges them once when the connection is back, because they work once',
  async (_, fail) => {
    const { server, browser, comeBack, session } = await openPageWithTokens(fail)
    expect(browser.stored.size).toBe(0)
    comeBack()
    browser.window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(session().user).toEqual(server.user))
    expect(browser.stored.get('refreshToken')).toBe('refresh 2')
    expect(browser.callsTo('/auth/refresh')).toHaveLength(2)
  },
)

it.each([400, 403])('S2.31 does not repeat an exchange of query tokens that was refused with %i', async (status) => {
  const { browser, comeBack } = await openPageWithTokens(() => Response.json({ code: 'x', message: 'No.' }, { status }))
  comeBack()
  await vi.waitFor(() => expect(browser.callsTo('/auth/refresh')).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(browser.callsTo('/auth/refresh')).toHaveLength(1)
})
