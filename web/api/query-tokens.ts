import { refreshTokens, type TokenPair } from '#contract/accounts.ts'
import { fetchWithoutSession } from './api.ts'
import { replaceSession } from './replace-session.ts'
import { beginSession, getRefreshToken } from './tokens.ts'

/**
 * Takes the tokens that a provider's login has put into the query of the URL (S2.31). Clears the whole query, so that
 * the tokens are in no history, link or referrer. The tokens are valid for one minute and one refresh, so the caller
 * must pass them to exchangeProviderLoginTokens at once.
 * @returns null when the query has no tokens
 */
export function takeProviderLoginTokens(): TokenPair | null {
  const url = new URL(window.location.href)
  const accessToken = url.searchParams.get('token')
  const refreshToken = url.searchParams.get('refreshtoken')
  if (!accessToken || !refreshToken) return null
  url.search = ''
  window.history.replaceState(window.history.state, '', url)
  return { accessToken, refreshToken }
}

/**
 * Exchanges the tokens from the query of the URL, stores the new tokens and ends the session that they replace. No call
 * uses the tokens before the exchange, because the exchange ties them to this browser by a cookie, and the server
 * refuses them in calls without this cookie. When the server refuses the tokens, for instance in a forged link,
 * everything stays as it was.
 */
export async function exchangeProviderLoginTokens(tokens: TokenPair): Promise<void> {
  const { refreshToken: sent } = tokens
  const answer = await fetchWithoutSession(refreshTokens, {
    body: { refreshToken: sent },
    credentials: 'include',
  }).catch(() => null)
  const fresh = answer?.ok ? await answer.json().catch(() => null) : null
  if (fresh) replaceSession(fresh)
  // There was no answer. The first call of the session will exchange the tokens.
  else if (!answer && !getRefreshToken()) beginSession(tokens)
}
