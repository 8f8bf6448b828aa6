import { SECOND_MS } from '#contract/limits.ts'
import { refreshTokens } from '../api/api.ts'
import { accessToken, hasTokens } from '../api/tokens.ts'

/** A token that is over so soon is over by the time it arrives. */
const MARGIN_MS = 10 * SECOND_MS

interface Claims {
  sub: string
  sid: string
  exp: number
}

/** The access token as the connection needs it: a good one, or an empty text where nobody is logged in. */
export function liveToken() {
  let given: string | null = null
  /** One that the server has not taken. */
  let refused: string | null = null
  /** One that has just been exchanged is not exchanged again, whatever this computer's clock says of it. */
  let fresh: string | null = null

  return {
    async get(): Promise<string> {
      given = hasTokens() ? accessToken() : null
      const claims = claimsOf(given)
      const isOver = claims !== null && claims.exp * SECOND_MS < Date.now() + MARGIN_MS && given !== fresh
      if (hasTokens() && (given === null || given === refused || isOver)) given = fresh = await refreshTokens(given)
      // What is no token of ours speaks for nobody.
      return claimsOf(given) && given !== null ? given : ''
    },
    /** Takes why a start has failed. @returns whether another token may do better */
    failed(why: unknown): boolean {
      if (!given || !String(why).includes("'401'")) return false
      refused = given
      return given !== fresh
    },
    /** Whether somebody else is logged in than the connection was made for. */
    isOfAnother: () => ownerOf(given) !== ownerOf(accessToken()),
  }
}

function ownerOf(token: string | null): string {
  const claims = claimsOf(token)
  return claims ? `${claims.sub} ${claims.sid}` : ''
}

/** What a JSON Web Token says, which only the server can check; null when it is none. */
function claimsOf(token: string | null): Claims | null {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    const { sub, sid, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' && typeof sid === 'string' && typeof exp === 'number' ? { sub, sid, exp } : null
  } catch {
    return null
  }
}
