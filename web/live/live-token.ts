import { SECOND_MS } from '#contract/limits.ts'
import { refreshAccessToken } from '../api/api.ts'
import { getAccessToken, hasTokens, parseTokenClaims } from '../api/tokens.ts'

/** A token that expires within this time is exchanged, because it may have expired when it arrives at the server. */
const MARGIN_MS = 10 * SECOND_MS

/** Provides the hub connection with a valid access token, or an empty text when nobody is logged in. */
export function createLiveTokenSource() {
  let given: string | null = null
  /** The last token that the server refused. */
  let refused: string | null = null
  /**
   * The last token from an exchange. This token is not exchanged again even if it seems to have expired, because this
   * computer's clock may be wrong.
   */
  let fresh: string | null = null

  return {
    async get(): Promise<string> {
      given = hasTokens() ? getAccessToken() : null
      const { exp } = parseTokenClaims(given)
      const isOver = Number(exp) * SECOND_MS < Date.now() + MARGIN_MS && given !== fresh
      if (hasTokens() && (given === null || given === refused || isOver))
        given = fresh = await refreshAccessToken(given)
      // A stored text that is not a token is not sent.
      return (sessionOf(given) && given) || ''
    },
    /** Records that the connection could not start. @returns whether a start with another token may succeed */
    failed(reason: unknown): boolean {
      if (!given || !String(reason).includes("'401'")) return false
      refused = given
      return given !== fresh
    },
    /** Returns whether the logged-in session differs from the session of the connection. */
    isOfAnother: () => sessionOf(given) !== sessionOf(getAccessToken()),
  }
}

/** Returns one text that identifies the user and session of a token, or an empty text when the token is invalid. */
function sessionOf(token: string | null): string {
  const { sub, sid } = parseTokenClaims(token)
  return typeof sub === 'string' && typeof sid === 'string' ? `${sub} ${sid}` : ''
}
