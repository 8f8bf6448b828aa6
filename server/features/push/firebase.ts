import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import type { PublicPushSettings } from '#contract/push.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'
import { describePostFailure, type PostResponse, sendPostRequest } from './post.ts'
import { type DeliveryResult, isUrgentPush, type OutgoingDevicePush, type SendPush } from './push-sender.ts'
import { toPushTopicHeader } from './web-push.ts'

/** The settings of a Firebase project. It sends to phones and, when `web` is set, to browsers. */
export interface FirebaseSettings extends ServiceAccount {
  projectId: string
  /** The URL of the FCM API; by default Google's. */
  api?: string | undefined
  /** The settings with which browsers register at Firebase; null when browsers use Web Push without Firebase. */
  web: PublicPushSettings['firebase']
}

export const firebaseBrowserOrigins = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
] as const

const GOOGLE_API = 'https://fcm.googleapis.com'

const failure = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
})

/** Returns a function that sends through Firebase Cloud Messaging (HTTP v1). */
export function createFirebaseSender(settings: FirebaseSettings): SendPush {
  const access = firebaseAccess(settings)
  const address = `${settings.api ?? GOOGLE_API}/v1/projects/${settings.projectId}/messages:send`

  async function send(push: OutgoingDevicePush): Promise<{ token: string; answer: PostResponse }> {
    const token = await access.token()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return { token, answer: await sendPostRequest(address, headers, JSON.stringify(firebaseMessage(push))) }
  }

  return async (push) => {
    try {
      const first = await send(push)
      if (first.answer.status !== 401) return resultOf(first.answer)
      access.renew(first.token)
      return resultOf((await send(push)).answer)
    } catch (error) {
      if (!(error instanceof NoAccess)) return { busy: describePostFailure(error) }
      return { busy: error.message, retryAfterMs: error.answer.retryAfterMs }
    }
  }
}

function resultOf({ ok, status, retryAfterMs, text }: PostResponse): DeliveryResult {
  if (ok) return 'accepted'
  const error = failure.safeParse(tryParseJson(text)).data?.error
  const code = error?.details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? ''
  const problem = `Firebase answered ${status}${/^[A-Z_]+$/.test(code) ? ` ${code}` : ''}.`
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH' || status === 404) return 'gone'
  // INVALID_ARGUMENT means either that this site has sent an invalid message, or that the token is invalid.
  if (code === 'INVALID_ARGUMENT') return error && isAboutToken(error) ? 'gone' : { refused: problem }
  // 401 means that the clock is wrong or the key was revoked. The message waits, because the owner can repair either.
  if (status === 401 || status === 429 || status >= 500) return { busy: problem, retryAfterMs }
  return { refused: problem }
}

const isAboutToken = ({ message, details }: z.output<typeof failure>['error']) =>
  /registration token/i.test(message) ||
  details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))

/**
 * Returns a message in FCM's format (HTTP v1). In browsers our service worker shows `data`; phones show `notification`.
 */
function firebaseMessage({ platform, token, payload, ttl }: OutgoingDevicePush): object {
  const { title, body } = payload
  const data = payload
  const urgent = isUrgentPush(payload)
  const topic = toPushTopicHeader(payload.tag)
  if (platform === 'web') {
    const headers = { TTL: String(ttl), Urgency: urgent ? 'high' : 'normal', Topic: topic }
    return { message: { token, data, webpush: { headers } } }
  }
  const notification = { title, body }
  if (platform === 'android') {
    const android = {
      priority: urgent ? 'HIGH' : 'NORMAL',
      ttl: `${ttl}s`,
      collapse_key: topic,
      notification: { tag: payload.tag },
    }
    return { message: { token, notification, data, android } }
  }
  const apns = {
    headers: {
      'apns-priority': urgent ? '10' : '5',
      'apns-expiration': String(Math.floor(Date.now() / SECOND_MS) + ttl),
      'apns-collapse-id': topic,
    },
    payload: { aps: { sound: 'default' } },
  }
  return { message: { token, notification, data, apns } }
}

interface ServiceAccount {
  clientEmail: string
  /** The private key: PKCS #8 in PEM format. */
  privateKey: string
  /** The URL that exchanges assertions for access tokens; by default Google's. */
  tokenUrl?: string | undefined
}

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_S = 3_600
/** The remaining lifetime at which an access token is renewed. The token must be valid until the end of the call. */
const EARLY_MS = MINUTE_MS

/** Thrown when Google does not give an access token. */
class NoAccess extends Error {
  readonly answer: PostResponse
  constructor(answer: PostResponse) {
    super(`Google answered ${answer.status} to the service account.`)
    this.answer = answer
  }
}

const tokens = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Exchanges assertions for access tokens (RFC 7523 2.1), one exchange at a time. A token is used for many messages. */
function firebaseAccess({ clientEmail, privateKey, tokenUrl = GOOGLE_TOKEN_URL }: ServiceAccount) {
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
    const answer = await sendPostRequest(
      tokenUrl,
      { 'content-type': 'application/x-www-form-urlencoded' },
      form.toString(),
    )
    const tokenReply = tokens.safeParse(tryParseJson(answer.text)).data
    if (!answer.ok || !tokenReply) throw new NoAccess(answer)
    cached = { token: tokenReply.access_token, until: Date.now() + tokenReply.expires_in * SECOND_MS - EARLY_MS }
    return cached.token
  }

  return {
    /** Returns a valid access token. @throws {NoAccess} and the errors of fetch */
    token: async (): Promise<string> => {
      if (cached && cached.until > Date.now()) return cached.token
      exchanging ??= exchange().finally(() => {
        exchanging = undefined
      })
      return exchanging
    },
    /** Forgets an access token that was refused, so that the next call requests a new one. */
    renew: (token: string) => {
      if (cached?.token === token) cached = undefined
    },
  }
}
