import { logout, type TokenPair } from '#contract/accounts.ts'
import { apiFetch, refreshTokens } from './api.ts'
import { accessToken, beginSession, refreshToken, storeTokens } from './tokens.ts'

/** The tokens in the query of the address. */
export interface QueryTokens {
  accessToken: string
  /** The tokens of the session that the login replaced. */
  before: TokenPair | null
}

/**
 * Stores the tokens that a provider's login has put into the query (S2.31). Clears the whole query, so that the tokens
 * are in no history, link or referrer. The tokens are valid for one minute and one refresh, which must follow at once
 * (exchangeQueryTokens).
 * @returns null when the query has no tokens
 */
export function takeQueryTokens(): QueryTokens | null {
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
 * Exchanges the tokens and ends the session that the login replaced. When the server refuses the tokens, as in a forged
 * link, the earlier session continues.
 */
export async function exchangeQueryTokens({ accessToken, before }: QueryTokens): Promise<void> {
  const fresh = await refreshTokens(accessToken)
  if (!before) return
  if (!fresh) storeTokens(before)
  else await apiFetch(logout, { body: { refreshToken: before.refreshToken } }).catch(() => {})
}
