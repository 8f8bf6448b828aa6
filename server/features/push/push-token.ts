import { createHash, ECDH } from 'node:crypto'
import * as z from 'zod'
import type { PushPlatform } from '#contract/push.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'

/** The stored data of a device: its token, and the hash that identifies the device. */
export interface PushTokenWithHash {
  token: string
  hash: string
}

/**
 * Parses base64url, with or without padding. The result is the canonical text: without padding and without unused bits.
 */
const base64url = z
  .string()
  .regex(/^[\w-]+={0,2}$/)
  .transform((text) => Buffer.from(text, 'base64url').toString('base64url'))
/** A browser's subscription (Push API 7): its endpoint and its encryption keys. */
const subscription = z.object({ endpoint: z.string(), keys: z.object({ p256dh: base64url, auth: base64url }) })
type Subscription = z.output<typeof subscription>
/** The pattern of Firebase and Apple tokens. It excludes zero bytes, which Postgres refuses. */
const deviceToken = /^[\w:.~%+/=-]+$/

/** Returns the subscription in a token; null for a Firebase token. */
export const tryParseWebPushSubscription = (token: string): Subscription | null =>
  token.startsWith('{') ? JSON.parse(token) : null

/** The kinds of tokens that this site can send to. */
export interface AcceptedPushTokenKinds {
  services: readonly string[]
  /** The platforms to which Firebase sends: phones only, or browsers too. */
  firebase: 'phones' | 'all' | null
}

/**
 * Checks a token (RFC 8291 2). A Firebase token can only be checked by Firebase. @returns null when nothing can be sent
 * to the token
 */
export function tryParsePushToken(
  token: string,
  platform: PushPlatform,
  reach: AcceptedPushTokenKinds,
): PushTokenWithHash | null {
  const parsed = parseToken(token)
  if (parsed === null) return null
  if (typeof parsed === 'string') {
    const isSupported = reach.firebase === 'all' || (reach.firebase === 'phones' && platform !== 'web')
    return isSupported ? { token: parsed, hash: hashText(parsed) } : null
  }
  const address = tryParseAllowedPushEndpoint(parsed.endpoint, reach.services)
  const { p256dh, auth } = parsed.keys
  if (platform !== 'web' || !address || !isPoint(p256dh) || Buffer.from(auth, 'base64url').length !== 16) return null
  const stored: Subscription = { endpoint: address.href, keys: { p256dh, auth } }
  return { token: JSON.stringify(stored), hash: hashText(address.href) }
}

/**
 * Returns the hash that identifies the device of a token, even of a token that `tryParsePushToken` refuses. Returns
 * null for a malformed token.
 */
export function hashPushToken(token: string): string | null {
  const parsed = parseToken(token)
  if (parsed === null || typeof parsed === 'string') return parsed && hashText(parsed)
  return hashText(URL.parse(parsed.endpoint)?.href ?? parsed.endpoint)
}

/** The push services of common browsers. A subscription at any other host is refused. */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
]

/**
 * Returns the endpoint of a subscription when this site may post to it. It must be at a known push service over TLS, or
 * at an origin that the owner has configured. Otherwise anybody could make this server call other servers.
 * @param services the origins of PUSH_SERVICES
 */
export function tryParseAllowedPushEndpoint(endpoint: string, services: readonly string[]): URL | null {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password || url.hash) return null
  if (services.includes(url.origin)) return url
  return url.protocol === 'https:' && url.port === '' && knownHosts.some((host) => host.test(url.hostname)) ? url : null
}

function parseToken(token: string): Subscription | string | null {
  if (deviceToken.test(token)) return token
  return subscription.safeParse(tryParseJson(token)).data ?? null
}

/** Returns whether a key is an uncompressed point on the curve P-256: 65 bytes that begin with 4 (SEC 1 2.3.3). */
function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
