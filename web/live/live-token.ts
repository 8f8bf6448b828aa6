import { SECOND_MS } from '#contract/limits.ts'
import { refreshTokens } from '../api/api.ts'
import { accessToken, hasTokens, readClaims } from '../api/tokens.ts'

/** A token that expires within this time may have expired when it arrives. */
const MARGIN_MS = 10 * SECOND_MS

/** Provides the connection with a valid access token, or an empty text when nobody is logged in. */
export function liveToken() {
  let given: string | null = null
  /** The token that the server refused. */
  let refused: string | null = null
  /** The last exchanged token. It is not exchanged again, because this computer's clock may be wrong. */
  let fresh: string | null = null

  return {
    async get(): Promise<string> {
      given = hasTokens() ? accessToken() : null
      const { exp } = readClaims(given)
      const isOver = Number(exp) * SECOND_MS < Date.now() + MARGIN_MS && given !== fresh
      if (hasTokens() && (given === null || given === refused || isOver)) given = fresh = await refreshTokens(given)
      // A text that is not a token is not sent.
      return (sessionOf(given) && given) || ''
    },
    /** Records a failed start. @returns whether another token may succeed */
    failed(reason: unknown): boolean {
      if (!given || !String(reason).includes("'401'")) return false
      refused = given
      return given !== fresh
    },
    /** Returns whether another session than the connection's session is logged in. */
    isOfAnother: () => sessionOf(given) !== sessionOf(accessToken()),
  }
}

/** Returns the user and session of a token; empty for a text that is not a token. */
function sessionOf(token: string | null): string {
  const { sub, sid } = readClaims(token)
  return typeof sub === 'string' && typeof sid === 'string' ? `${sub} ${sid}` : ''
}
