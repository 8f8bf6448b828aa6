import { logout, type TokenPair } from '#contract/accounts.ts'
import { apiFetch, refreshTokens } from './api.ts'
import { accessToken, beginSession, refreshToken, storeTokens } from './tokens.ts'

/** Tokens that have come in the query. */
export interface Handed {
  accessToken: string
  /** Those whose place they have taken. */
  before: TokenPair | null
}

/**
 * Takes the tokens that a provider's login has put into the query of the page it came back to (S2.31): stores them and
 * clears the whole query, so that they are in no history, no link and no referrer. They are good for one minute and one
 * refresh, which must be made at once (exchangeQueryTokens).
 * @returns null when there were none
 */
export function takeQueryTokens(): Handed | null {
  const url = new URL(window.location.href)
  const token = url.searchParams.get('token')
  const refresh = url.searchParams.get('refreshtoken')
  if (!token || !refresh) return null
  const [access, last] = [accessToken(), refreshToken()]
  const before = access && last ? { accessToken: access, refreshToken: last } : null
  beginSession({ accessToken: token, refreshToken: refresh })
  url.search = ''
  window.history.replaceState(window.history.state, '', url)
  return { accessToken: token, before }
}

/**
 * Exchanges them, and ends the session whose place they have taken. Where they are refused, as in a link that somebody
 * else has made, whoever was logged in still is.
 */
export async function exchangeQueryTokens({ accessToken, before }: Handed): Promise<void> {
  const fresh = await refreshTokens(accessToken)
  if (!before) return
  if (!fresh) storeTokens(before)
  else await apiFetch(logout, { body: { refreshToken: before.refreshToken } }).catch(() => {})
}
