import type { TokenPair } from '#contract/accounts.ts'
import { storageKeys } from '#contract/storage-keys.ts'
import { storage } from './storage.ts'

type Listener = (elsewhere: boolean) => void
const listeners = new Set<Listener>()

export const accessToken = (): string | null => storage.get(storageKeys.accessToken)
export const refreshToken = (): string | null => storage.get(storageKeys.refreshToken)

/** Whether somebody is logged in, as far as this browser knows (S4.14). */
export const hasTokens = (): boolean => (accessToken() ?? refreshToken()) !== null

/** Keeps new tokens (S3.07). */
export function storeTokens(tokens: TokenPair): void {
  storage.set(storageKeys.accessToken, tokens.accessToken)
  storage.set(storageKeys.refreshToken, tokens.refreshToken)
  tokensChanged()
}

/** Forgets them, and whatever else speaks for the reader (S4.02). */
export function clearTokens(): void {
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
