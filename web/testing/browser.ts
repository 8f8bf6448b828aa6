import { vi } from 'vitest'

// Node's Event class is stored here, because the fake window is an event target of Node. A test's page can replace the
// global class by its own.
const { Event } = globalThis

/** A call that a page has made. */
export interface RecordedCall {
  path: string
  bearer: string | null
  body: Record<string, unknown>
  init: RequestInit
}

/**
 * Installs a fake browser without a page. All its tabs share storage, locks and network. Importing modules again after
 * vi.resetModules creates another tab.
 * @param answer responds to calls
 */
export function installFakeBrowser(
  answer: (call: RecordedCall) => Response | Promise<Response>,
  { locks = true } = {},
) {
  const stored = new Map<string, string>()
  const calls: RecordedCall[] = []
  const window = Object.assign(new EventTarget(), {
    location: { href: 'https://nebelhorn.example/', origin: 'https://nebelhorn.example' },
    history: {
      state: { key: 'here' },
      replaceState: (_state: unknown, _title: string, url: URL) => {
        window.location.href = url.href
      },
    },
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const turns = new Map<string, Promise<unknown>>()
  const request = (name: string, work: () => Promise<unknown>) => {
    const turn: Promise<unknown> = (turns.get(name) ?? Promise.resolve())
      .catch(() => {})
      .then(work)
      .finally(() => turns.get(name) === turn && turns.delete(name))
    turns.set(name, turn)
    return turn
  }
  const query = async () => ({ held: [...turns.keys()].map((name) => ({ name })) })
  vi.stubGlobal('navigator', locks ? { locks: { request, query } } : {})
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    const call = { path, bearer, body: JSON.parse(String(init.body ?? '{}')), init }
    calls.push(call)
    return answer(call)
  })
  const fireOnWindow = (type: string, details: object = {}) =>
    window.dispatchEvent(Object.assign(new Event(type), details))
  return {
    stored,
    calls,
    window,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    /** Sends the storage event of a change by another tab. */
    storageChanged: (key: string | null) => fireOnWindow('storage', { key }),
    fireOnWindow,
  }
}

/**
 * Creates a fake server with one session. Its first tokens are `access 1` and `refresh 1`, and each refresh issues the
 * next tokens. Refreshing with a used refresh token returns the same tokens again, as within the grace period (S7.02).
 */
export function createFakeSessionServer() {
  let generation = 1
  const server = {
    over: false,
    user: { id: '1', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] as string[] },
    /** Makes the current access token invalid. */
    expire: () => {
      generation++
    },
    answer: ({ path, bearer, body }: RecordedCall): Response => {
      if (path === '/auth/refresh') return refresh(String(body.refreshToken))
      if (path === '/auth/logout') return new Response(null, { status: 204 })
      if (server.over || bearer !== `access ${generation}`) return new Response('no', { status: 401 })
      return path === '/auth/current-user' ? Response.json(server.user) : Response.json({ path, bearer })
    },
  }
  function refresh(token: string): Response {
    const good = !server.over && Number(token.replace('refresh ', '')) === generation - 1
    const next = { accessToken: `access ${generation}`, refreshToken: `refresh ${generation}` }
    return good ? Response.json(next) : Response.json({ code: 'session_over', message: 'over' }, { status: 401 })
  }
  return server
}
