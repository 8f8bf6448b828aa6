import { storeTokens } from './tokens.ts'

/**
 * Takes the tokens that a provider's login has put into the query of the page it came back to (S2.31): stores them and
 * clears the query, so that they are in no history, no link and no referrer. They are good for one minute and one
 * refresh, which the session makes at once.
 * @returns the access token, or null when there were none
 */
export function takeQueryTokens(): string | null {
  const url = new URL(window.location.href)
  const token = url.searchParams.get('token')
  const refreshToken = url.searchParams.get('refreshtoken')
  if (!token || !refreshToken) return null
  storeTokens({ accessToken: token, refreshToken })
  url.searchParams.delete('token')
  url.searchParams.delete('refreshtoken')
  window.history.replaceState(window.history.state, '', url)
  return token
}
