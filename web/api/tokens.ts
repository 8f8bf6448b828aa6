import type { TokenPair } from '#contract/accounts.ts'
import { storageKeys } from '#contract/storage-keys.ts'
import { storage } from '../device/storage.ts'

type Listener = (elsewhere: boolean) => void
const listeners = new Set<Listener>()

export const accessToken = (): string | null => storage.get(storageKeys.accessToken)
export const refreshToken = (): string | null => storage.get(storageKeys.refreshToken)

/** Whether somebody is logged in, as far as this browser knows (S4.14). */
export const hasTokens = (): boolean => (accessToken() ?? refreshToken()) !== null

/** Whose the access token is (RFC 7519 `sub`), however old; null when that cannot be read. For what is shown, and no proof. */
export function tokenOwner(): string | null {
  try {
    const payload = accessToken()?.split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

/** Keeps new tokens (S3.07). */
export function storeTokens(tokens: TokenPair): void {
  storage.set(storageKeys.accessToken, tokens.accessToken)
  storage.set(storageKeys.refreshToken, tokens.refreshToken)
  tokensChanged()
}

let sessions = 0

/** How many sessions have begun or ended in this tab: what was done in one need not be true of the next. */
export const sessionCount = (): number => sessions

/** Keeps the tokens of a new session, to which the device has not been registered yet (S5.06). */
export function beginSession(tokens: TokenPair): void {
  sessions++
  storage.remove(storageKeys.fcmToken)
  storeTokens(tokens)
}

/** Forgets them, and whatever else speaks for the reader (S4.02). */
export function clearTokens(): void {
  sessions++
  for (const key of Object.values(storageKeys)) storage.remove(key)
  tokensChanged()
}

/** Calls when tokens come or go, in this tab or elsewhere in another one. */
export function onTokensChanged(listener: Listener): void {
  if (listeners.size === 0) {
    window.addEventListener('storage', ({ key }) => {
      // Without a key, everything has been cleared.
      if (key === null || key === storageKeys.refreshToken) tokensChanged(true)
    })
  }
  listeners.add(listener)
}

function tokensChanged(elsewhere = false): void {
  for (const listener of listeners) listener(elsewhere)
}
