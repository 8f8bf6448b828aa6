import { renewSession, type TokenPair } from '#contract/accounts.ts'
import { fetchWithoutSession } from './api.ts'
import { endAndReplaceSession } from './end-and-replace-session.ts'

/**
 * Takes the tokens that a provider's login has put into the query of the URL (S2.31). Clears the whole query, so that
 * the tokens are in no history, link or referrer. The tokens are valid for one minute and one refresh, so the caller
 * must pass them to exchangeProviderLoginTokens at once.
 * @returns null when the query has no tokens
 */
export function takeProviderLoginTokensFromUrl(): TokenPair | null {
  const url = new URL(window.location.href)
  const accessToken = url.searchParams.get('token')
  const refreshToken = url.searchParams.get('refreshtoken')
  if (!accessToken || !refreshToken) return null
  url.search = ''
  window.history.replaceState(window.history.state, '', url)
  return { accessToken, refreshToken }
}

/** The tokens of an exchange that got no response. */
let unanswered: TokenPair | null = null

/**
 * Exchanges the tokens from the query of the URL, stores the new tokens and ends the session that they replace. The
 * exchange sets a cookie that ties the session to this browser, and the server refuses the tokens in calls without this
 * cookie. So no call may use the tokens before the exchange, and they are not stored. When the server refuses the
 * tokens, for instance those of a forged link, the earlier session stays.
 */
export async function exchangeProviderLoginTokens(tokens: TokenPair): Promise<void> {
  const answer = await fetchWithoutSession(renewSession, {
    body: { refreshToken: tokens.refreshToken, isFromUrl: true },
    credentials: 'include',
  }).catch(() => null)
  unanswered = answer ? null : tokens
  const fresh = answer?.ok ? await answer.json().catch(() => null) : null
  if (fresh) endAndReplaceSession(fresh)
}

/** Repeats an exchange that got no response. */
export async function repeatUnansweredExchange(): Promise<void> {
  if (unanswered) await exchangeProviderLoginTokens(unanswered)
}
