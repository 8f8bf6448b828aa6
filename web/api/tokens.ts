import type { TokenPair } from '#contract/accounts.ts'
import { userStorageKeys } from '#contract/storage-keys.ts'
import { onStorageChangedElsewhere, storage } from '../device/storage.ts'

type Listener = (elsewhere: boolean) => void
const listeners = new Set<Listener>()

export const getAccessToken = (): string | null => storage.get(userStorageKeys.accessToken)
export const getRefreshToken = (): string | null => storage.get(userStorageKeys.refreshToken)

/** Returns whether the browser has a token, valid or not (S4.14). */
export const hasTokens = (): boolean => (getAccessToken() ?? getRefreshToken()) !== null

/**
 * Reads the claims of a JSON Web Token (RFC 7519), even of an expired one. Returns an empty object for any other text.
 * The claims are not verified.
 */
export function parseTokenClaims(token: string | null): { sub?: unknown; sid?: unknown; exp?: unknown } {
  try {
    const payload = token?.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}
  } catch {
    return {}
  }
}

/** Returns the account id of the access token; null when it cannot be read. */
export function getTokenOwnerId(): string | null {
  const { sub } = parseTokenClaims(getAccessToken())
  return typeof sub === 'string' ? sub : null
}

/** Stores new tokens (S3.07). */
export function storeTokens(tokens: TokenPair): void {
  storage.set(userStorageKeys.accessToken, tokens.accessToken)
  storage.set(userStorageKeys.refreshToken, tokens.refreshToken)
  tokensChanged()
}

let sessions = 0

/**
 * Returns how many sessions have started or ended in this tab. A caller compares two results to find out whether the
 * session has changed.
 */
export const getSessionChangeCount = (): number => sessions

/** Stores the tokens of a new session. The device is not registered for this session yet (S5.06). */
export function beginSession(tokens: TokenPair): void {
  sessions++
  storage.remove(userStorageKeys.fcmToken)
  storeTokens(tokens)
}

/** Removes the tokens and everything else stored for the session (S4.02). */
export function clearSession(): void {
  sessions++
  for (const key of Object.values(userStorageKeys)) storage.remove(key)
  tokensChanged()
}

/**
 * Calls the listener when tokens are stored or removed.
 * @param listener receives true when another tab changed the tokens
 */
export function onTokensChanged(listener: Listener): void {
  if (listeners.size === 0) {
    lastRefreshToken = getRefreshToken()
    onStorageChangedElsewhere((key) => {
      const isChanged = key === null ? getRefreshToken() !== lastRefreshToken : key === userStorageKeys.refreshToken
      if (isChanged) tokensChanged(true)
    })
  }
  listeners.add(listener)
}

/** The refresh token at the last call of the listeners. */
let lastRefreshToken: string | null = null
let sessionEnd = new AbortController()

/**
 * Runs a request, and aborts it when the tokens are removed, in this tab or another. When the response has arrived, a
 * removal of the tokens no longer aborts the reading of its body.
 */
export async function runAndAbortAtSessionEnd<T>(request: AbortController, run: () => Promise<T>): Promise<T> {
  const { signal } = sessionEnd
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function tokensChanged(elsewhere = false): void {
  lastRefreshToken = getRefreshToken()
  if (!hasTokens()) {
    sessionEnd.abort()
    sessionEnd = new AbortController()
  }
  for (const listener of listeners) listener(elsewhere)
}
