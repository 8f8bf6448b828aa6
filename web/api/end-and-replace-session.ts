import { logout, type TokenPair } from '#contract/accounts.ts'
import { fetchWithoutSession } from './api.ts'
import { beginSession, getRefreshToken } from './tokens.ts'

/**
 * Stores the tokens of a new session, and ends the session that it replaces in this browser, also on the server.
 * Without a connection, the server keeps the replaced session open until it expires.
 */
export function endAndReplaceSession(tokens: TokenPair): void {
  const replaced = getRefreshToken()
  beginSession(tokens)
  if (replaced) fetchWithoutSession(logout, { body: { refreshToken: replaced }, keepalive: true }).catch(() => {})
}
