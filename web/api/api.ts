import { refreshTokens as refresh, type TokenPair } from '#contract/accounts.ts'
import type { Endpoint, Reply, RequestOf } from '#contract/endpoint.ts'
import { serverAddress } from '../device/native.ts'
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

interface FetchOptions extends Pick<RequestInit, 'credentials' | 'keepalive' | 'signal'> {
  headers?: Readonly<Record<string, string>>
}

/** What a call sends: what its endpoint declares, and options of fetch. */
type Request<E extends Endpoint> = RequestOf<E, Blob> & FetchOptions

/** A request as an argument, which may be left out where nothing has to be sent. */
export type RequestArgument<E extends Endpoint> =
  Record<never, never> extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** A response whose JSON is what the endpoint replies when it succeeds. */
export interface Answer<E extends Endpoint> extends Response {
  json(): Promise<Reply<E>>
}

/** What of an endpoint is there in a browser (build/endpoints-plugin.ts). */
type Route = Pick<Endpoint, 'method' | 'path'>

interface AnyRequest extends FetchOptions {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/**
 * Calls an endpoint as nobody in particular (S8.08).
 * @returns the answer when it is a success, a 404 or a 401
 * @throws {FetchFailed} for any other, and what fetch throws when there is none
 */
export function apiFetch<E extends Endpoint>(endpoint: E, ...[request]: RequestArgument<E>): Promise<Answer<E>> {
  return send(endpoint, request)
}

/**
 * The same for a call that somebody logged in makes (S7.01): with the bearer token, and on a 401 after one refresh once
 * more. When the refresh fails, the 401 is the answer (S8.07).
 * @param onFreshRefused called with a token that has just been refreshed and is answered with 401 all the same
 * @returns null when nobody is logged in; then nothing is sent
 */
export async function authFetch<E extends Endpoint>(
  endpoint: E,
  ...options: [...RequestArgument<E>, onFreshRefused?: (token: string) => void]
): Promise<Answer<E> | null> {
  const [request, onFreshRefused] = options as unknown as [AnyRequest?, ((token: string) => void)?]
  if (!hasTokens()) return null
  const token = accessToken()
  const first = token === null ? null : await send(endpoint, request, token)
  if (first && first.status !== 401) return first
  const fresh = await refreshTokens(token)
  if (!fresh) return first
  const second = await send(endpoint, request, fresh)
  if (second.status === 401) onFreshRefused?.(fresh)
  return second
}

async function send(
  route: Route,
  { params, query, body, headers, ...options }: AnyRequest = {},
  bearer?: string,
): Promise<Response> {
  const path = pathOf(route, params, query)
  // A file says itself what it is.
  const isJson = body !== undefined && !(body instanceof Blob)
  const init = {
    ...options,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as Blob) }),
    method: route.method,
    headers: {
      ...headers,
      ...(isJson && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
  }
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

/** Returns the path of an endpoint with its parameters filled in, and the query without what is undefined. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  params: AnyRequest['params'],
  query: AnyRequest['query'] = {},
): `/${string}` {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(JSON.parse(JSON.stringify(query))).toString()
  return `${filled}${search && `?${search}`}` as `/${string}`
}

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
  const response = await send(refresh, { body: { refreshToken: sent }, credentials: 'include' }).catch(refused)
  if (response.ok) {
    const tokens: TokenPair = await response.json()
    storeTokens(tokens)
    return tokens.accessToken
  }
  // The session is over, unless another tab has begun one meanwhile.
  if (refreshToken() === sent) clearTokens()
  return accessToken()
}
