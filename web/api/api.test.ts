import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { createFakeSessionServer, installFakeBrowser, type RecordedCall } from '../testing/browser.ts'

const x = defineEndpoint({ method: 'GET', path: '/x', access: 'anyone', replies: { 200: z.unknown() } })
const postX = defineEndpoint({ ...x, method: 'POST', body: z.object({ a: z.number() }) })
const item = defineEndpoint({
  ...x,
  path: '/lists/:list/:item',
  params: z.object({ list: z.string(), item: z.string() }),
  query: z.object({ search: z.string(), cursor: z.string().optional() }),
})

/** Loads the modules again, as a new tab does. */
async function newTab() {
  vi.resetModules()
  return { ...(await import('./api.ts')), ...(await import('./tokens.ts')) }
}

const first = { accessToken: 'access 1', refreshToken: 'refresh 1' }
const logged = vi.fn<typeof console.info>()
const loggedTexts = () => logged.mock.calls.map(([text]) => text)

beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'info').mockImplementation(logged)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Responds to no call. A call ends when its signal is aborted. */
const neverAnswering = () =>
  installFakeBrowser(
    ({ init: { signal } }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )

const answering = (answer: (call: RecordedCall) => Response | Promise<Response>) => installFakeBrowser(answer)

describe('fetchWithoutSession', () => {
  it('fetchWithoutSession fills in the parameters and the query, omits undefined values, and sends the body as JSON', async () => {
    const browser = answering(() => Response.json({}))
    const { fetchWithoutSession } = await newTab()
    await fetchWithoutSession(item, { params: { list: 'a/b', item: 'ü' }, query: { search: 'x y', cursor: undefined } })
    await fetchWithoutSession(postX, { body: { a: 1 } })
    expect(browser.calls).toMatchObject([
      { path: '/lists/a%2Fb/%C3%BC?search=x+y', init: { method: 'GET' } },
      { path: '/x', body: { a: 1 }, init: { method: 'POST' } },
    ])
    expect(new Headers(browser.calls[1]?.init.headers).get('content-type')).toBe('application/json')
  })

  it('fetchWithoutSession sends a file unchanged', async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
    installFakeBrowser(() => new Response())
    vi.stubGlobal('fetch', fetched)
    const { fetchWithoutSession } = await newTab()
    const file = new Blob(['picture'], { type: 'image/png' })
    const putFile = defineEndpoint({ ...x, method: 'PUT', body: z.instanceof(Uint8Array) })
    await fetchWithoutSession(putFile, { body: file })
    const init = fetched.mock.calls[0]?.[1]
    expect(init?.body).toBe(file)
    expect(new Headers(init?.headers).has('content-type')).toBe(false)
  })

  it('S8.08 fetchWithoutSession throws "Fetch failed: {status} {statusText}" with the response', async () => {
    answering(() => new Response('why', { status: 500, statusText: 'Internal Server Error' }))
    const { fetchWithoutSession, FailedResponseError } = await newTab()
    const failure = await fetchWithoutSession(x).catch((error) => error)
    expect(failure).toBeInstanceOf(FailedResponseError)
    expect(failure.message).toBe('Fetch failed: 500 Internal Server Error')
    expect(await failure.response.text()).toBe('why')
  })

  it.each([
    [404, 'nothing there, which is allowed'],
    [401, 'not authed'],
  ])('S8.08 fetchWithoutSession returns a response with status %i and logs "%s"', async (status, text) => {
    answering(() => new Response('', { status }))
    const { fetchWithoutSession } = await newTab()
    expect((await fetchWithoutSession(x)).status).toBe(status)
    expect(loggedTexts()).toEqual([`/x: ${text}`])
  })

  it.each([
    ['Failed to fetch', 'no answer, likely while a new version starts'],
    ['Load failed', 'no answer, likely while a new version starts'],
    ['Something else', 'unexpected failure'],
  ])('S8.08 fetchWithoutSession logs the network error "%s" as "%s" and rethrows it', async (message, text) => {
    const error = new TypeError(message)
    answering(() => Promise.reject(error))
    const { fetchWithoutSession } = await newTab()
    await expect(fetchWithoutSession(x)).rejects.toBe(error)
    expect(loggedTexts()).toEqual([`/x: ${text}`])
  })
})

describe('authFetch', () => {
  it('S7.01 authFetch sends the bearer token from local storage', async () => {
    const browser = answering(createFakeSessionServer().answer)
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    expect(browser.stored.get('accessToken')).toBe('access 1')
    expect((await authFetch(x))?.status).toBe(200)
    expect(browser.calls.map(({ bearer }) => bearer)).toEqual(['access 1'])
  })

  it('S7.01 authFetch returns null without a call when there are no tokens', async () => {
    const browser = answering(createFakeSessionServer().answer)
    const { authFetch } = await newTab()
    expect(await authFetch(x)).toBeNull()
    expect(browser.calls).toEqual([])
  })

  it('S7.01 authFetch refreshes the tokens once after a 401, stores the new tokens and repeats the call once', async () => {
    const server = createFakeSessionServer()
    const browser = answering(server.answer)
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    server.expire()
    const response = await authFetch(postX, { body: { a: 1 } })
    expect(await response?.json()).toEqual({ path: '/x', bearer: 'access 2' })
    expect(browser.calls.map(({ path }) => path)).toEqual(['/x', '/auth/refresh', '/x'])
    expect(browser.calls[2]?.body).toEqual({ a: 1 })
    expect(Object.fromEntries(browser.stored)).toEqual({ accessToken: 'access 2', refreshToken: 'refresh 2' })
  })

  it('S7.01 authFetch returns the second 401 and does not send the call a third time', async () => {
    const server = createFakeSessionServer()
    const browser = answering((call) =>
      call.path === '/auth/refresh' ? server.answer(call) : new Response('', { status: 401 }),
    )
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    server.expire()
    expect((await authFetch(x))?.status).toBe(401)
    expect(browser.calls.map(({ path }) => path)).toEqual(['/x', '/auth/refresh', '/x'])
  })

  it('S8.07 authFetch returns the original 401 response and removes the tokens when the refresh is refused', async () => {
    const server = createFakeSessionServer()
    const original = new Response('the original', { status: 401 })
    const browser = answering((call) => (call.path === '/x' ? original : server.answer(call)))
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    server.over = true
    expect(await authFetch(x)).toBe(original)
    expect(browser.stored.size).toBe(0)
  })

  it('S8.07 authFetch returns the original 401 response and keeps the tokens when the refresh gets no answer', async () => {
    vi.useFakeTimers()
    const original = new Response('', { status: 401 })
    const browser = answering(({ path }) =>
      path === '/x' ? original : Promise.reject(new TypeError('Failed to fetch')),
    )
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    const response = authFetch(x)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await response).toBe(original)
    expect(browser.stored.get('refreshToken')).toBe('refresh 1')
  })

  it.each([
    [401, 'session_over', 0],
    [403, 'account_banned', 0],
    [403, 'foreign_origin', 2],
    [401, null, 2],
    [403, null, 2],
    [404, null, 2],
    [429, 'too_many_requests', 2],
  ])('when the refresh is refused with %i and the code %s, %i tokens stay stored', async (status, code, count) => {
    const body = code ? JSON.stringify({ code, message: '' }) : '<h1>Answer of a proxy</h1>'
    const browser = answering(({ path }) => new Response(body, { status: path === '/x' ? 401 : status }))
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    expect((await authFetch(x))?.status).toBe(401)
    expect(browser.stored.size).toBe(count)
  })

  it('refreshes the tokens once when several calls fail at the same time', async () => {
    const server = createFakeSessionServer()
    const browser = answering(server.answer)
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    server.expire()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => authFetch(x)))
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200, 200])
    expect(browser.callsTo('/auth/refresh')).toHaveLength(1)
  })

  it('refreshes the tokens once when two tabs get a 401 at the same time', async () => {
    const server = createFakeSessionServer()
    const browser = answering(server.answer)
    const [firstTab, secondTab] = [await newTab(), await newTab()]
    firstTab.storeTokens(first)
    server.expire()
    const answers = await Promise.all([firstTab.authFetch(x), secondTab.authFetch(x)])
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200])
    expect(browser.callsTo('/auth/refresh')).toHaveLength(1)
  })

  it('in a browser without locks, two tabs that refresh at the same time get the same tokens', async () => {
    const server = createFakeSessionServer()
    const browser = installFakeBrowser(server.answer, { locks: false })
    const [firstTab, secondTab] = [await newTab(), await newTab()]
    firstTab.storeTokens(first)
    server.expire()
    const answers = await Promise.all([firstTab.authFetch(x), secondTab.authFetch(x)])
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200])
    expect(browser.callsTo('/auth/refresh').map(({ body }) => body.refreshToken)).toEqual(['refresh 1', 'refresh 1'])
    expect(browser.stored.get('refreshToken')).toBe('refresh 2')
  })

  it('a refresh that is answered after a logout stores no tokens, and the call is not repeated', async () => {
    const server = createFakeSessionServer()
    const refreshed = Promise.withResolvers<void>()
    const browser = answering(async (call) => {
      if (call.path === '/auth/refresh') await refreshed.promise
      return server.answer(call)
    })
    const { authFetch, storeTokens, clearSession } = await newTab()
    storeTokens(first)
    server.expire()
    const response = authFetch(x)
    await vi.waitFor(() => expect(browser.callsTo('/auth/refresh')).toHaveLength(1))
    clearSession()
    refreshed.resolve()
    expect((await response)?.status).toBe(401)
    expect(browser.stored.size).toBe(0)
    expect(browser.callsTo('/x')).toHaveLength(1)
  })

  it.each(['this', 'another'])(
    'a logout in %s tab aborts a running GET request, which returns null, and does not abort a POST request',
    async (tab) => {
      const browser = neverAnswering()
      const { authFetch, storeTokens, clearSession, onTokensChanged } = await newTab()
      onTokensChanged(() => {})
      storeTokens(first)
      const [read, written] = [authFetch(x), authFetch(postX, { body: { a: 1 } })]
      const end = vi.fn<() => void>()
      written.finally(end)
      if (tab === 'this') clearSession()
      else {
        browser.stored.clear()
        browser.storageChanged('refreshToken')
      }
      expect(await read).toBeNull()
      expect(end).not.toHaveBeenCalled()
      expect(browser.calls).toHaveLength(2)
      expect(loggedTexts()).toEqual([])
    },
  )

  it('a call with the abort signal of its caller throws when the caller aborts it, and returns null after a logout', async () => {
    neverAnswering()
    const { authFetch, storeTokens, clearSession } = await newTab()
    storeTokens(first)
    const caller = new AbortController()
    const ended = authFetch(x, { signal: caller.signal })
    caller.abort(new Error('not needed'))
    await expect(ended).rejects.toThrow('not needed')
    const read = authFetch(x, { signal: new AbortController().signal })
    clearSession()
    expect(await read).toBeNull()
  })

  it('a logout does not abort a response that has arrived, but the caller can still abort it', async () => {
    const browser = answering(() => Response.json({}))
    const { authFetch, storeTokens, clearSession } = await newTab()
    storeTokens(first)
    const caller = new AbortController()
    await authFetch(x, { signal: caller.signal })
    clearSession()
    expect(browser.calls[0]?.init.signal?.aborted).toBe(false)
    caller.abort()
    expect(browser.calls[0]?.init.signal?.aborted).toBe(true)
  })

  it('a failed refresh keeps the session that another tab has started during the refresh', async () => {
    const browser = answering(({ path, bearer }) => {
      if (path === '/auth/refresh') {
        browser.stored.set('accessToken', 'another').set('refreshToken', 'another')
        return Response.json({ code: 'session_over', message: '' }, { status: 401 })
      }
      return new Response('', { status: bearer === 'another' ? 200 : 401 })
    })
    const { authFetch, storeTokens } = await newTab()
    storeTokens(first)
    expect((await authFetch(x))?.status).toBe(200)
    expect(browser.stored.get('refreshToken')).toBe('another')
  })
})
