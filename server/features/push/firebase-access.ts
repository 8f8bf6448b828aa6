import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { type PostAnswer, post } from './post.ts'

/** The service account of a Firebase project. */
export interface ServiceAccount {
  clientEmail: string
  /** PKCS #8 in PEM. */
  privateKey: string
  /** Where tokens are exchanged; Google's unless told otherwise. */
  tokenUrl?: string | undefined
}

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_S = 3_600
/** A token is exchanged so long before its end, since it must last as long as the call. */
const EARLY_MS = MINUTE_MS

/** Google did not give a token. */
export class NoAccess extends Error {
  readonly answer: PostAnswer
  constructor(answer: PostAnswer) {
    super(`Google answered ${answer.status} to the service account.`)
    this.answer = answer
  }
}

export interface FirebaseAccess {
  /** A token that is good for now. @throws {NoAccess}; what fetch throws */
  token: () => Promise<string>
  /** That token is no good any more: the next one is another. */
  renew: (token: string) => void
}

const tokens = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Exchanges signed assertions for access tokens (RFC 7523 2.1): one exchange at a time, and one for many messages. */
export function firebaseAccess({
  clientEmail,
  privateKey,
  tokenUrl = GOOGLE_TOKEN_URL,
}: ServiceAccount): FirebaseAccess {
  let kept: { token: string; until: number } | undefined
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
    const given = tokens.safeParse(json(answer.text)).data
    if (!answer.ok || !given) throw new NoAccess(answer)
    kept = { token: given.access_token, until: Date.now() + given.expires_in * SECOND_MS - EARLY_MS }
    return kept.token
  }

  return {
    token: async () => {
      if (kept && kept.until > Date.now()) return kept.token
      exchanging ??= exchange().finally(() => {
        exchanging = undefined
      })
      return exchanging
    },
    renew: (token) => {
      if (kept?.token === token) kept = undefined
    },
  }
}

/** What a text holds as JSON; undefined for any other. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
