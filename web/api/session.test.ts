import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createFakeSessionServer, installFakeBrowser } from '../testing/browser.ts'

const first = { accessToken: 'access 1', refreshToken: 'refresh 1' }
let server: ReturnType<typeof createFakeSessionServer>
let browser: ReturnType<typeof installFakeBrowser>

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  server = createFakeSessionServer()
  browser = installFakeBrowser((call) => server.answer(call))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Loads the modules in a browser with these tokens. */
async function newTab(tokens = {}) {
  vi.resetModules()
  for (const [key, value] of Object.entries<string>(tokens)) browser.stored.set(key, value)
  const { useSession, restoreSessionIntoStore } = await import('./session.ts')
  return { session: useSession.getState, restoreSessionIntoStore }
}

it('S7.03 fetches the user with the bearer token and credentials', async () => {
  const { session } = await newTab(first)
  await session().fetchUser()
  expect(browser.calls).toMatchObject([
    { path: '/auth/current-user', bearer: 'access 1', init: { credentials: 'include' } },
  ])
})

it('S7.04 logs out by POST with credentials', async () => {
  const { session } = await newTab(first)
  await session().logout()
  expect(browser.calls).toMatchObject([
    { path: '/auth/logout', bearer: 'access 1', init: { method: 'POST', credentials: 'include' } },
  ])
})

it('S4.02 the user is null until the user is fetched, and userReady is set after the first fetch', async () => {
  const { session } = await newTab(first)
  expect(session()).toMatchObject({ user: null, userReady: false })
  const fetching = session().fetchUser()
  expect(session().userReady).toBe(false)
  await fetching
  expect(session()).toMatchObject({ user: server.user, userReady: true })
})

it('S7.14 S4.14 with a token in local storage, the application sets isAuthenticated at its start and fetches the user', async () => {
  const { session, restoreSessionIntoStore } = await newTab(first)
  const starting = restoreSessionIntoStore(null)
  expect(session().isAuthenticated).toBe(true)
  await starting
  expect(session().user).toEqual(server.user)
  expect(browser.calls.map(({ path }) => path)).toEqual(['/auth/current-user'])
})

it.each([{ accessToken: 'access 1' }, { refreshToken: 'refresh 1' }])(
  'S4.14 isAuthenticated is true when %o is the only token',
  async (tokens) => {
    const { session, restoreSessionIntoStore } = await newTab(tokens)
    const starting = restoreSessionIntoStore(null)
    expect(session().isAuthenticated).toBe(true)
    await starting
  },
)

it('S4.14 S7.14 fetches no user and keeps isAuthenticated false without a token', async () => {
  const { session, restoreSessionIntoStore } = await newTab()
  await restoreSessionIntoStore(null)
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: false })
  expect(browser.calls).toEqual([])
})

it.each([
  ['a failure', () => new Response('', { status: 500 })],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer that is not JSON', () => new Response('<html>')],
  ['a user without roles', () => Response.json({ id: '1', user: 'Nora' })],
])('S8.04 S4.02 sets the user to null and userReady to true after %s', async (_name, answer) => {
  const { session } = await newTab(first)
  await session().fetchUser()
  expect(session().user).not.toBeNull()
  browser = installFakeBrowser(answer)
  for (const [key, value] of Object.entries(first)) browser.stored.set(key, value)
  await session().fetchUser()
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: true })
})

it('logs the user out when the server ends the session', async () => {
  const { session, restoreSessionIntoStore } = await newTab(first)
  server.over = true
  await restoreSessionIntoStore(null)
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: false })
  expect(browser.stored.size).toBe(0)
})

it('S7.01 ends the session when the call for the user still gets a 401 after one refresh, at the start and after a login', async () => {
  const { session, restoreSessionIntoStore } = await newTab(first)
  const { answer } = server
  server.answer = (call) => {
    // A limit, so that the test ends if the calls repeat endlessly.
    if (browser.calls.length > 20) throw new TypeError('Failed to fetch')
    if (call.path === '/auth/current-user') return new Response('', { status: 401 })
    server.expire()
    return answer(call)
  }
  await restoreSessionIntoStore(null)
  expect(browser.calls.map(({ path }) => path)).toEqual(['/auth/current-user', '/auth/refresh', '/auth/current-user'])
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: false })
  expect(browser.stored.size).toBe(0)
  browser.calls.length = 0
  const login = session().loggedIn({ accessToken: 'access 2', refreshToken: 'refresh 2' })
  await expect(login).rejects.toMatchObject({ code: 'session_over' })
  expect(browser.callsTo('/auth/refresh')).toHaveLength(1)
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: false })
  expect(browser.stored.size).toBe(0)
})

it('stores the tokens of a login and fetches the user', async () => {
  const { session } = await newTab()
  await session().loggedIn(first)
  expect(session()).toMatchObject({ user: server.user, isAuthenticated: true })
  expect(Object.fromEntries(browser.stored)).toEqual(first)
  expect(browser.callsTo('/auth/logout')).toEqual([])
})

it('a login ends the earlier session of the browser, also on the server', async () => {
  const { session } = await newTab({ accessToken: 'access 0', refreshToken: 'refresh 0' })
  await session().loggedIn(first)
  expect(browser.callsTo('/auth/logout')).toMatchObject([{ bearer: null, body: { refreshToken: 'refresh 0' } }])
  expect(Object.fromEntries(browser.stored)).toEqual(first)
})

it('S5.06 a new login removes the registration of the device, but a refresh does not', async () => {
  const { session } = await newTab({ ...first, fcm_token: 'of this device' })
  server.expire()
  await session().fetchUser()
  expect(browser.stored.get('refreshToken')).toBe('refresh 2')
  expect(browser.stored.get('fcm_token')).toBe('of this device')
  await session().loggedIn({ accessToken: 'access 2', refreshToken: 'refresh 2' })
  expect(browser.stored.has('fcm_token')).toBe(false)
})

it('S4.02 S4.14 clears the user and all tokens at once on logout, and calls the server', async () => {
  const { session } = await newTab({ ...first, authToken: 'of the tools' })
  await session().fetchUser()
  const leaving = session().logout()
  expect(session()).toMatchObject({ user: null, isAuthenticated: false })
  expect(browser.stored.size).toBe(0)
  await leaving
  const [call] = browser.callsTo('/auth/logout')
  expect(call).toMatchObject({ bearer: 'access 1', body: { refreshToken: 'refresh 1' } })
})

it('S4.02 logs out without a connection, and ignores a user that arrives after the logout', async () => {
  const { session } = await newTab(first)
  server.answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const late = Promise.withResolvers<Response>()
  browser = installFakeBrowser(({ path }) =>
    path === '/auth/current-user' ? late.promise : server.answer({} as never),
  )
  browser.stored.set('accessToken', 'access 1')
  const fetching = session().fetchUser()
  await session().logout()
  late.resolve(Response.json(server.user))
  await fetching
  expect(session()).toMatchObject({ user: null, isAuthenticated: false })
})

it('when one tab logs out or in, another tab logs out or in too', async () => {
  const { session, restoreSessionIntoStore } = await newTab(first)
  await restoreSessionIntoStore(null)
  browser.stored.clear()
  browser.storageChanged('refreshToken')
  expect(session()).toMatchObject({ user: null, isAuthenticated: false })
  for (const [key, value] of Object.entries(first)) browser.stored.set(key, value)
  browser.storageChanged('refreshToken')
  await vi.waitFor(() => expect(session()).toMatchObject({ user: server.user, isAuthenticated: true }))
})

it('when another tab replaces the logged-in user by another user without a logout, this tab fetches the new user', async () => {
  server.user = { ...server.user, user: 'Nora the guest', roles: ['Guest'] }
  const { session, restoreSessionIntoStore } = await newTab(first)
  await restoreSessionIntoStore(null)
  server.user = { ...server.user, user: 'Nora', roles: [] }
  browser.storageChanged('refreshToken')
  await vi.waitFor(() => expect(session().user?.user).toBe('Nora'))
})

it('keeps the user when another tab refreshes the tokens, and fetches the user after a new login there', async () => {
  const tokenOf = (sid: string, exp: number) => `.${btoa(JSON.stringify({ sub: '1', sid, exp }))}.`
  browser = installFakeBrowser(() => Response.json(server.user))
  const { session, restoreSessionIntoStore } = await newTab({ accessToken: tokenOf('a', 1), refreshToken: 'first' })
  await restoreSessionIntoStore(null)
  browser.stored.set('accessToken', tokenOf('a', 2)).set('refreshToken', 'second')
  browser.storageChanged('refreshToken')
  expect([browser.calls.length, session().user]).toEqual([1, server.user])
  browser.stored.set('accessToken', tokenOf('b', 2)).set('refreshToken', 'third')
  browser.storageChanged('refreshToken')
  expect(browser.calls).toHaveLength(2)
})

it('fetches the user again when the connection is back', async () => {
  const { session, restoreSessionIntoStore } = await newTab(first)
  const { answer } = server
  server.answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await restoreSessionIntoStore(null)
  expect(session()).toMatchObject({ user: null, isAuthenticated: true })
  server.answer = answer
  browser.window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(session().user).toEqual(server.user))
})

it('fetches the user again after 30 seconds when the first call failed although the connection was never lost', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { session, restoreSessionIntoStore } = await newTab(first)
  const { answer } = server
  server.answer = () => new Response('', { status: 502 })
  await restoreSessionIntoStore(null)
  server.answer = answer
  await vi.advanceTimersByTimeAsync(29_999)
  expect(session()).toMatchObject({ user: null, isAuthenticated: true })
  await vi.advanceTimersByTimeAsync(1)
  expect(session().user).toEqual(server.user)
  const { length } = browser.calls
  await vi.advanceTimersByTimeAsync(120_000)
  expect(browser.calls).toHaveLength(length)
})

it('S2.31 removes the whole query from the URL at once, and exchanges its tokens before any other call sends a token', async () => {
  browser.window.location.href =
    'https://nebelhorn.example/login?token=access+1&returnTo=%2Fx&refreshtoken=refresh+1#end'
  const { session, restoreSessionIntoStore } = await newTab()
  const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
  const handed = takeProviderLoginTokensFromUrl()
  expect(handed).toEqual(first)
  expect(browser.stored.size).toBe(0)
  expect(browser.window.location.href).toBe('https://nebelhorn.example/login#end')
  server.expire()
  await restoreSessionIntoStore(handed)
  expect(browser.stored.get('refreshToken')).toBe('refresh 2')
  expect(browser.calls.map(({ bearer }) => bearer)).toEqual([null, 'access 2'])
  const body = { refreshToken: 'refresh 1', isFromUrl: true }
  expect(browser.callsTo('/auth/refresh')).toMatchObject([{ body, init: { credentials: 'include' } }])
  expect(session().user).toEqual(server.user)
})

it('S2.31 ends the previous session of the browser when the tokens in the query of the URL are valid', async () => {
  browser.window.location.href = 'https://nebelhorn.example/?token=access+1&refreshtoken=refresh+1'
  const { session, restoreSessionIntoStore } = await newTab({ accessToken: 'access 0', refreshToken: 'refresh 0' })
  const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
  const handed = takeProviderLoginTokensFromUrl()
  server.expire()
  await restoreSessionIntoStore(handed)
  const [farewell] = browser.callsTo('/auth/logout')
  expect(JSON.parse(String(farewell?.init.body))).toEqual({ refreshToken: 'refresh 0' })
  expect(browser.stored.get('refreshToken')).toBe('refresh 2')
  expect(session().user).toEqual(server.user)
})

it('S2.31 keeps the earlier session when the server refuses the tokens of the query', async () => {
  browser.window.location.href = 'https://nebelhorn.example/?token=forged&refreshtoken=forged'
  const { session, restoreSessionIntoStore } = await newTab(first)
  const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
  await restoreSessionIntoStore(takeProviderLoginTokensFromUrl())
  expect(Object.fromEntries(browser.stored)).toEqual(first)
  expect(session()).toMatchObject({ user: server.user, isAuthenticated: true })
})

it('S2.31 stays logged out when the server refuses the tokens of the query', async () => {
  browser.window.location.href = 'https://nebelhorn.example/?token=forged&refreshtoken=forged'
  const { session, restoreSessionIntoStore } = await newTab()
  const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
  await restoreSessionIntoStore(takeProviderLoginTokensFromUrl())
  expect(browser.stored.size).toBe(0)
  expect(session()).toMatchObject({ user: null, userReady: true, isAuthenticated: false })
})

it.each(['', '?token=a', '?refreshtoken=r', '?token=&refreshtoken='])(
  'S2.31 leaves the query "%s" unchanged',
  async (query) => {
    browser.window.location.href = `https://nebelhorn.example/login${query}`
    await newTab()
    const { takeProviderLoginTokensFromUrl } = await import('./query-tokens.ts')
    expect(takeProviderLoginTokensFromUrl()).toBeNull()
    expect(browser.window.location.href).toBe(`https://nebelhorn.example/login${query}`)
    expect(browser.stored.size).toBe(0)
  },
)
