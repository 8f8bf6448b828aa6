import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'

let server: ReturnType<typeof createFakeSessionServer>
let browser: ReturnType<typeof installFakeBrowser>

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.resetModules()
  server = createFakeSessionServer()
  browser = installFakeBrowser((call) => server.answer(call))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens a page of a logged-in reader, and leaves it in the back-forward cache. */
async function openPage() {
  browser.stored.set('accessToken', 'access 1').set('refreshToken', 'refresh 1')
  const { useSession, restoreSessionIntoStore } = await import('./session.ts')
  await restoreSessionIntoStore(null)
  expect(useSession.getState().user).toEqual(server.user)
  return useSession
}

it('S4.02 the user is null when Back restores the page after another page has ended the session', async () => {
  const session = await openPage()
  browser.stored.clear()
  browser.fireOnWindow('pageshow', { persisted: true })
  expect(session.getState()).toMatchObject({ user: null, isAuthenticated: false })
})

it('fetches the user when Back restores the page after somebody else has logged in', async () => {
  const session = await openPage()
  server.user = { ...server.user, id: '2', user: 'Otto' }
  browser.stored.set('refreshToken', 'refresh 2')
  browser.fireOnWindow('pageshow', { persisted: true })
  await vi.waitFor(() => expect(session.getState().user).toMatchObject({ user: 'Otto' }))
})

it('fetches nothing when Back restores the page and the session is unchanged', async () => {
  const session = await openPage()
  browser.calls.length = 0
  browser.fireOnWindow('pageshow', { persisted: true })
  expect(session.getState().user).toEqual(server.user)
  expect(browser.calls).toEqual([])
})
