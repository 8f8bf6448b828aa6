import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VERSION_HEADER } from '#contract/service-worker.ts'

const origin = 'https://nebelhorn.example'
const copies = new Map<string, Response>()
const fetched = vi.fn<() => Promise<Response>>()

// The tests of one process share the loaded modules, so this build is the same in all tests of the cache.
vi.stubGlobal('BUILT_SITE', { version: 'one', shell: [], pages: { '/boje': [] } })
const { answerRequest } = await import('./answers.ts')

beforeEach(() => {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('caches', {
    match: async (path: string) => copies.get(path)?.clone(),
    open: async () => ({ put: async (path: string, copy: Response) => void copies.set(path, copy) }),
  })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  copies.clear()
  fetched.mockReset()
})

const textOf = (hash: string, version = 'one') => Response.json({ hash }, { headers: { [VERSION_HEADER]: version } })

/** Requests a path from the worker. Returns the hash of the text in the reply. */
async function request(path: string): Promise<string> {
  const work: Promise<unknown>[] = []
  const listener = { continueWith: (one: Promise<unknown>) => void work.push(one), versionDiffers() {}, copyUsed() {} }
  const answer = await answerRequest(new Request(origin + path), listener)
  await Promise.all(work)
  const { hash } = await (answer ?? Response.error()).json()
  return hash
}

test('a request for the text of a page is answered with the cached copy if its query is the hash of this copy, otherwise by the server', async () => {
  copies.set('/texts/knoten.json', textOf('a'))
  expect(await request('/texts/knoten.json?a')).toBe('a')
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockImplementation(async () => textOf('b'))
  expect(await request('/texts/knoten.json?b')).toBe('b')
  expect(await request('/texts/knoten.json')).toBe('b')
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('without a connection, a request for the text of a page is answered with the copy from the last visit', async () => {
  fetched.mockImplementationOnce(async () => textOf('a'))
  expect(await request('/texts/knoten.json')).toBe('a')
  fetched.mockRejectedValue(new TypeError('offline'))
  expect(await request('/texts/knoten.json')).toBe('a')
  await expect(request('/texts/boje.json')).rejects.toThrow('offline')
})

test.each(['/texts/knoten.json', '/search-index.json'])(
  'a request for %s is answered with the cached copy when the server gives no answer within 4 s or is down',
  async (path) => {
    copies.set(path, textOf('a'))
    vi.useFakeTimers()
    const late = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(late.promise)
    const answer = request(path)
    await vi.advanceTimersByTimeAsync(4_000)
    late.resolve(textOf('b'))
    expect(await answer).toBe('a')
    vi.useRealTimers()
    // The next requests show that the late answer has replaced the cached copy. Cloudflare sends 521.
    for (const status of [502, 521]) {
      fetched.mockResolvedValueOnce(Response.json({ hash: 'error page' }, { status }))
      expect(await request(path)).toBe('b')
    }
  },
)

test('the worker caches no text of another version of the site', async () => {
  fetched.mockImplementationOnce(async () => textOf('b', 'two'))
  expect(await request('/texts/knoten.json')).toBe('b')
  expect(copies.size).toBe(0)
})

test.each(['/api/version', '/auth/login/github', '/comments/knoten/feed.xml', '/hub', '/tools'])(
  'the worker leaves the call %s to the browser',
  (path) => {
    const call = { ...{ method: 'GET', headers: new Headers(), mode: 'navigate' }, url: origin + path } as Request
    expect(answerRequest(call, { continueWith() {}, versionDiffers() {}, copyUsed() {} })).toBeNull()
  },
)
