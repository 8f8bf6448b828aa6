import { renewSession, type TokenPair } from '#contract/accounts.ts'
import { FailedResponseError, fetchWithoutSession } from './api.ts'
import { endAndReplaceSession } from './end-and-replace-session.ts'

/**
 * Takes the tokens that a provider's login has put into the query of the URL (S2.31). Clears the whole query, so that
 * the tokens are in no history, link or referrer. The tokens are valid for one minute and one refresh, so the caller
 * must pass them to logInWithProviderTokens at once.
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

/** The tokens of an exchange that got no response, or a failure of the server; null while the exchange is repeated. */
let unanswered: TokenPair | null = null

/**
 * Exchanges the tokens from the query of the URL, stores the new tokens and ends the session that they replace. The
 * exchange sets a cookie that ties the session to this browser, and the server refuses the tokens in calls without this
 * cookie. So the tokens from the query are not stored, and no call may use them before the exchange. When the server
 * refuses the tokens, for instance those of a forged link, the earlier session stays.
 * @returns whether the server has refused the tokens
 */
export async function exchangeProviderLoginTokens(tokens: TokenPair): Promise<boolean> {
  const answer = await fetchWithoutSession(renewSession, {
    body: { refreshToken: tokens.refreshToken, isFromUrl: true },
    credentials: 'include',
  }).catch((error: unknown) => {
    const isRefused = error instanceof FailedResponseError && error.response.status < 500
    if (!isRefused) unanswered = tokens
    return isRefused ? error.response : null
  })
  const fresh = answer?.ok ? await answer.json().catch(() => null) : null
  if (fresh) endAndReplaceSession(fresh)
  return answer !== null && !answer.ok
}

/**
 * Repeats an exchange that failed, unless a repetition is already running. The tokens work once: the server ends the
 * session when it gets them twice.
 * @returns whether the server has refused the tokens
 */
export async function repeatUnansweredExchange(): Promise<boolean> {
  const tokens = unanswered
  unanswered = null
  return tokens !== null && exchangeProviderLoginTokens(tokens)
}
