import type { TokenPair } from '#contract/accounts.ts'
import { serverAddress } from './native.ts'
import { accessToken, clearTokens, hasTokens, refreshToken, storeTokens } from './tokens.ts'

/** An answer that is a failure (S8.08), which the caller may still want to read. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
  readonly response: Response

  constructor(response: Response) {
    super(`Fetch failed: ${response.status} ${response.statusText}`)
    this.response = response
  }
}

/**
 * Fetches from the product's own API (S8.08).
 * @param path beginning with a slash
 * @returns the answer when it is a success, a 404 or a 401
 * @throws {FetchFailed} for any other, and what fetch throws when there is none
 */
export async function apiFetch(path: `/${string}`, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(serverAddress(path), init).catch((error: Error) => {
    // Browsers have no code for it: Chromium says the first, Safari the second.
    const deploy = /Failed to fetch|Load failed/.test(error.message)
    console.info(`${path}: ${deploy ? 'no answer, likely while a new version starts' : 'unexpected failure'}`, error)
    throw error
  })
  if (response.ok) return response
  if (response.status === 404) console.info(`${path}: nothing there, which is allowed`)
  else if (response.status === 401) console.info(`${path}: not authed`)
  else throw new FetchFailed(response)
  return response
}

/**
 * The same for a call that somebody logged in makes (S7.01): with the bearer token, and on a 401 after one refresh once
 * more. When the refresh fails, the 401 is the answer (S8.07).
 * @param onFreshRefused called with a token that has just been refreshed and is answered with 401 all the same
 * @returns null when nobody is logged in; then nothing is asked
 */
export async function authFetch(
  path: `/${string}`,
  init: RequestInit = {},
  onFreshRefused: (token: string) => void = () => {},
): Promise<Response | null> {
  if (!hasTokens()) return null
  const send = (bearer: string) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${bearer}`)
    return apiFetch(path, { ...init, headers })
  }
  const token = accessToken()
  const first = token === null ? null : await send(token)
  if (first && first.status !== 401) return first
  const fresh = await refreshTokens(token)
  if (!fresh) return first
  const second = await send(fresh)
  if (second.status === 401) onFreshRefused(fresh)
  return second
}

/** What to send with a call that has a JSON body. */
export const json = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', body?: unknown): RequestInit => ({
  method,
  ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
})

let refreshing: Promise<string | null> | undefined

/**
 * Exchanges the refresh token (S7.02). Once at a time in all tabs: another one waits and takes what the first has got.
 * @param stale the access token that is no good any more
 * @returns a good one, or null when there is none to be had
 */
export function refreshTokens(stale: string | null): Promise<string | null> {
  refreshing ??= inOneTab(() => exchange(stale))
    .catch(() => null)
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/**
 * Locks are for secure pages only, and what one tab stores may reach another a moment after the lock; then the server gives
 * tabs that refresh at once the same tokens.
 */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('refresh', work) : work()

async function exchange(stale: string | null): Promise<string | null> {
  const current = accessToken()
  if (current && current !== stale) return current
  const sent = refreshToken()
  if (!sent) return null
  // With the cookie that ties tokens out of a query to this browser (S2.31).
  const refused = (error: unknown) => {
    // The account is closed; any other failure may pass, and the tokens stay.
    if (error instanceof FetchFailed && error.response.status === 403) return error.response
    throw error
  }
  const init = { ...json('POST', { refreshToken: sent }), credentials: 'include' } as const
  const response = await apiFetch('/auth/refresh', init).catch(refused)
  if (response.ok) {
    const tokens: TokenPair = await response.json()
    storeTokens(tokens)
    return tokens.accessToken
  }
  // The session is over, unless another tab has begun one meanwhile.
  if (refreshToken() === sent) clearTokens()
  return accessToken()
}
