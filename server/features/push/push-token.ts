import { createHash, ECDH } from 'node:crypto'
import * as z from 'zod'
import type { PushPlatform } from '#contract/push.ts'
import { pushAddress } from './push-services.ts'

/** A browser's subscription (Push API 7): where to post to, and with what to encrypt. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** What of a device is kept: its token, and a hash of what names it. */
export interface CheckedToken {
  token: string
  hash: string
}

const base64url = z.string().regex(/^[\w-]+=*$/)
const subscription = z.object({ endpoint: z.string(), keys: z.object({ p256dh: base64url, auth: base64url }) })
/** What Firebase and Apple give out. Postgres takes no text with a zero byte in it. */
const deviceToken = /^[\w:.~%+/=-]+$/

/** The subscription that a token holds; null for a token of Firebase. */
export const subscriptionIn = (token: string): Subscription | null => (token.startsWith('{') ? JSON.parse(token) : null)

/** Which tokens this site can send to. */
export interface Reach {
  /** The origins of PUSH_SERVICES. */
  services: readonly string[]
  /** Whether phones, or browsers too, can be sent to by Firebase. */
  firebase: 'phones' | 'all' | null
}

/**
 * Checks what a browser or an app says is its address: a subscription's endpoint and keys (RFC 8291 2), or a token that
 * only Firebase can judge.
 * @returns null for what nothing could be sent to
 */
export function checkedToken(token: string, platform: PushPlatform, reach: Reach): CheckedToken | null {
  const parsed = parsedToken(token)
  if (parsed === null) return null
  if (typeof parsed === 'string') {
    const taken = reach.firebase === 'all' || (reach.firebase === 'phones' && platform !== 'web')
    return taken ? { token: parsed, hash: hashOf(parsed) } : null
  }
  const address = pushAddress(parsed.endpoint, reach.services)
  const { p256dh, auth } = parsed.keys
  if (platform !== 'web' || !address || !isPoint(p256dh) || Buffer.from(auth, 'base64url').length !== 16) return null
  const kept: Subscription = { endpoint: address.href, keys: { p256dh, auth } }
  return { token: JSON.stringify(kept), hash: hashOf(address.href) }
}

/** The hash that a device would be kept under, whether or not it could be sent to. */
export function tokenHash(token: string): string | null {
  const parsed = parsedToken(token)
  if (parsed === null || typeof parsed === 'string') return parsed && hashOf(parsed)
  return hashOf(URL.parse(parsed.endpoint)?.href ?? parsed.endpoint)
}

function parsedToken(token: string): Subscription | string | null {
  if (deviceToken.test(token)) return token
  try {
    return subscription.safeParse(JSON.parse(token)).data ?? null
  } catch {
    return null
  }
}

/** Whether it is an uncompressed point of P-256, 65 bytes that begin with 4 (SEC 1 2.3.3), and lies on the curve. */
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
