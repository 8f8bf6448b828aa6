import { SECOND_MS } from '#contract/limits.ts'
import { refreshTokens } from '../api/api.ts'
import { accessToken, hasTokens } from '../api/tokens.ts'

/** A token that expires within this time may be over when it arrives. */
const MARGIN_MS = 10 * SECOND_MS

interface Claims {
  sub: string
  sid: string
  exp: number
}

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
      const claims = claimsOf(given)
      const isOver = claims !== null && claims.exp * SECOND_MS < Date.now() + MARGIN_MS && given !== fresh
      if (hasTokens() && (given === null || given === refused || isOver)) given = fresh = await refreshTokens(given)
      // A text that is no token is not sent.
      return claimsOf(given) && given !== null ? given : ''
    },
    /** Records a failed start. @returns whether another token may succeed */
    failed(reason: unknown): boolean {
      if (!given || !String(reason).includes("'401'")) return false
      refused = given
      return given !== fresh
    },
    /** Whether another session than the connection's is logged in. */
    isOfAnother: () => ownerOf(given) !== ownerOf(accessToken()),
  }
}

function ownerOf(token: string | null): string {
  const claims = claimsOf(token)
  return claims ? `${claims.sub} ${claims.sid}` : ''
}

/** Reads the claims of a JSON Web Token without a check of its signature; null for any other text. */
function claimsOf(token: string | null): Claims | null {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    const { sub, sid, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' && typeof sid === 'string' && typeof exp === 'number' ? { sub, sid, exp } : null
  } catch {
    return null
  }
}
