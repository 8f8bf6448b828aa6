import { renewSession as refresh, type TokenPair } from '#contract/accounts.ts'
import type { Endpoint, EndpointRequest, SuccessReplyBody } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { toServerUrl } from '../device/native.ts'
import {
  clearSession,
  getAccessToken,
  getRefreshToken,
  hasTokens,
  runAndAbortAtSessionEnd,
  storeTokens,
} from './tokens.ts'

/** Thrown for a failed response (S8.08). The caller can still read the response. */
export class FailedResponseError extends Error {
  override name = 'FailedResponseError'
  readonly response: Response

  constructor(response: Response) {
    super(`Fetch failed: ${response.status} ${response.statusText}`)
    this.response = response
  }
}

interface FetchOptions extends Pick<RequestInit, 'credentials' | 'keepalive' | 'signal'> {
  headers?: Readonly<Record<string, string>>
}

/** A request as its endpoint declares it, with further options of fetch. */
type Request<E extends Endpoint> = EndpointRequest<E, Blob> & FetchOptions

/** The request argument of a call. It is optional when the endpoint requires no parameters and no body. */
export type RequestArgument<E extends Endpoint> =
  Record<never, never> extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/** A response whose JSON is the endpoint's reply on success. */
export interface TypedResponse<E extends Endpoint> extends Response {
  json(): Promise<SuccessReplyBody<E>>
}

/** The part of an endpoint that is in the browser's code (build/strip-endpoint-schemas-plugin.ts removes the rest). */
type Route = Pick<Endpoint, 'method' | 'path'>

interface AnyRequest extends FetchOptions {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/**
 * Calls an endpoint without a session (S8.08).
 * @returns the response of a success, a 404 or a 401
 * @throws {FailedResponseError} for any other response, and the error of fetch when no response arrives
 */
export function fetchWithoutSession<E extends Endpoint>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Promise<TypedResponse<E>> {
  return send(endpoint, request)
}

/**
 * Calls an endpoint with the bearer token of the session (S7.01). After a 401, refreshes the tokens and repeats the
 * call once. When the refresh fails, returns the 401 (S8.07).
 * @param onFreshRefused called with the new access token when the second call gets a 401 too
 * @returns null when nobody is logged in, without sending anything; also null when the session ends before the response
 *   to a GET request
 */
export async function authFetch<E extends Endpoint>(
  endpoint: E,
  ...options: [...RequestArgument<E>, onFreshRefused?: (token: string) => void]
): Promise<TypedResponse<E> | null> {
  const [request, onFreshRefused] = options as unknown as [AnyRequest?, ((token: string) => void)?]
  if (!hasTokens()) return null
  const token = getAccessToken()
  const first = token === null ? null : await sendInSession(endpoint, request, token)
  if (first && first.status !== 401) return first
  const fresh = await refreshAccessToken(token)
  if (!fresh) return first
  const second = await sendInSession(endpoint, request, fresh)
  if (second?.status === 401) onFreshRefused?.(fresh)
  return second
}

/**
 * Calls an endpoint as `authFetch` does, but throws when expired tokens cannot be refreshed now, such as during an
 * outage. The session then goes on, so the 401 does not mean that the reader must log in again.
 * @throws also what authFetch throws
 */
export async function authFetchOrThrowIfRefreshFails<E extends Endpoint>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Promise<TypedResponse<E> | null> {
  let isFreshRefused = false
  const argument = [request] as RequestArgument<E>
  const response = await authFetch(endpoint, ...argument, () => {
    isFreshRefused = true
  })
  if ((!response || response.status === 401) && getRefreshToken() && !isFreshRefused)
    throw new Error('The tokens could not be refreshed.')
  return response
}

/**
 * Sends a request with the bearer token. The end of the session aborts a GET request: nobody needs its response, and
 * the browser would log the server's 401. Other requests continue, because the reader may want their effect.
 * @returns null when the session has ended before the response
 */
async function sendInSession(route: Route, request: AnyRequest | undefined, bearer: string): Promise<Response | null> {
  if (route.method !== 'GET') return send(route, request, bearer)
  const caller = request?.signal
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort(caller?.reason)
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort, { once: true })
  try {
    return await runAndAbortAtSessionEnd(controller, () => send(route, { ...request, signal }, bearer))
  } catch (error) {
    if (signal.aborted && !caller?.aborted) return null
    throw error
  }
}

async function send(
  route: Route,
  { params, query, body, headers, ...options }: AnyRequest = {},
  bearer?: string,
): Promise<Response> {
  const path = buildEndpointPath(route, params, query)
  // For a Blob, the browser sets the content type itself.
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
  const response = await fetch(toServerUrl(path), init).catch((error: Error) => {
    if (options.signal?.aborted) throw error
    // Browsers have no error code for a lost connection, only a message: Chromium's is "Failed to fetch", Safari's is
    // "Load failed".
    const deploy = /Failed to fetch|Load failed/.test(error.message)
    console.info(`${path}: ${deploy ? 'no answer, likely while a new version starts' : 'unexpected failure'}`, error)
    throw error
  })
  if (response.ok) return response
  if (response.status === 404) console.info(`${path}: nothing there, which is allowed`)
  else if (response.status === 401) console.info(`${path}: not authed`)
  else throw new FailedResponseError(response)
  return response
}

/** Returns the path of an endpoint with its parameters filled in, and the query without undefined values. */
export function buildEndpointPath(
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
 * Exchanges the refresh token (S7.02), in one tab at a time. Other tabs wait and use the new tokens.
 * @param stale the access token that is not valid any more
 * @returns a valid access token, or null when the exchange failed
 */
export function refreshAccessToken(stale: string | null): Promise<string | null> {
  refreshing ??= inOneTab(() => exchange(stale))
    .catch(() => null)
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/**
 * Runs work in one tab at a time. Two tabs can still refresh at the same time: browsers offer locks only on secure
 * pages, and stored tokens may reach another tab shortly after the lock is released. The server then gives both tabs
 * the same tokens.
 */
const inOneTab = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('refresh', work) : work()

/**
 * The pauses before a refresh without a response is repeated. The server may have used up the token, and gives its
 * successor only within the first 10 s (REFRESH_TOKEN_REUSE_MS). A later repetition would log the reader out.
 */
const LOST_REFRESH_PAUSES_MS = [1_000, 3_000]

async function sendRefreshToken(
  refreshToken: string,
  signal: AbortSignal,
  [pauseMs, ...laterMs] = LOST_REFRESH_PAUSES_MS,
): Promise<Response> {
  try {
    // `credentials: include` sends and accepts the cookie that binds the tokens to this browser.
    return await send(refresh, { body: { refreshToken }, credentials: 'include', signal })
  } catch (error) {
    if (error instanceof FailedResponseError) return error.response
    if (pauseMs === undefined || signal.aborted) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return sendRefreshToken(refreshToken, signal, laterMs)
}

async function exchange(stale: string | null): Promise<string | null> {
  const current = getAccessToken()
  if (current && current !== stale) return current
  const sent = getRefreshToken()
  if (!sent) return null
  const request = new AbortController()
  const response = await runAndAbortAtSessionEnd(request, () => sendRefreshToken(sent, request.signal))
  if (response.ok) {
    const tokens: TokenPair = await response.json()
    // During the exchange, the reader may have logged out, or logged in as somebody else.
    if (getRefreshToken() === sent) storeTokens(tokens)
    return getAccessToken()
  }
  // Only the codes `session_over` and `account_banned` end the session. Any other refusal may be temporary, or come
  // from a proxy.
  const refusal: Partial<ErrorBody> | null = await response.json().catch(() => null)
  if (refusal?.code !== 'session_over' && refusal?.code !== 'account_banned') throw new FailedResponseError(response)
  // The session is over, unless another tab has started a new session in the meantime.
  if (getRefreshToken() === sent) clearSession()
  return getAccessToken()
}
