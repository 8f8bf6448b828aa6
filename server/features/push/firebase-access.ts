import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { type PostAnswer, post } from './post.ts'

export interface ServiceAccount {
  clientEmail: string
  /** PKCS #8 in PEM. */
  privateKey: string
  /** The address that exchanges tokens; Google's by default. */
  tokenUrl?: string | undefined
}

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_S = 3_600
/** A token is renewed this long before its end, because it must last for the whole call. */
const EARLY_MS = MINUTE_MS

/** Thrown when Google does not give an access token. */
export class NoAccess extends Error {
  readonly answer: PostAnswer
  constructor(answer: PostAnswer) {
    super(`Google answered ${answer.status} to the service account.`)
    this.answer = answer
  }
}

export interface FirebaseAccess {
  /** Returns a valid token. @throws {NoAccess}; errors of fetch */
  token: () => Promise<string>
  /** Drops a token that was refused, so that the next one is new. */
  renew: (token: string) => void
}

const tokens = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Exchanges assertions for access tokens (RFC 7523 2.1), one at a time. A token serves many messages. */
export function firebaseAccess({
  clientEmail,
  privateKey,
  tokenUrl = GOOGLE_TOKEN_URL,
}: ServiceAccount): FirebaseAccess {
  let cached: { token: string; until: number } | undefined
  let exchanging: Promise<string> | undefined

  async function exchange(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_S)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const answer = await post(tokenUrl, { 'content-type': 'application/x-www-form-urlencoded' }, form.toString())
    const tokenReply = tokens.safeParse(parseJson(answer.text)).data
    if (!answer.ok || !tokenReply) throw new NoAccess(answer)
    cached = { token: tokenReply.access_token, until: Date.now() + tokenReply.expires_in * SECOND_MS - EARLY_MS }
    return cached.token
  }

  return {
    token: async () => {
      if (cached && cached.until > Date.now()) return cached.token
      exchanging ??= exchange().finally(() => {
        exchanging = undefined
      })
      return exchanging
    },
    renew: (token) => {
      if (cached?.token === token) cached = undefined
    },
  }
}

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
