import { createHash } from 'node:crypto'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { importJWK, SignJWT } from 'jose'
import { HOUR_MS } from '#contract/limits.ts'
import { type DeliveryResult, isUrgent, type Send } from './delivery-result.ts'
import { describeFailure, type PostAnswer, post } from './post.ts'
import { pushAddress, subscriptionIn } from './push-token.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface WebPushSettings {
  keys: () => Promise<VapidKeys>
  /** The owner's address for push services: an https: or mailto: address (RFC 8292 2.1). */
  subject: string
  /** The origins of PUSH_SERVICES. */
  services: readonly string[]
}

/** The lifetime of a signature. Push services accept at most 24 hours; ours are used for one. */
const TOKEN_S = 2 * 3_600

/**
 * Returns a function that sends by Web Push: encrypted for the browser (RFC 8291), signed for its push service (RFC
 * 8292), posted (RFC 8030).
 */
export function createWebPush({ keys, subject, services }: WebPushSettings): Send {
  const authorization = vapidSigner(keys, subject)
  return async ({ token, payload, ttl }) => {
    const subscription = subscriptionIn(token)
    // PUSH_SERVICES may have changed since the device was registered.
    const address = subscription && pushAddress(subscription.endpoint, services)
    if (!address) return { refused: 'The push service is none that this site sends to.' }
    const words = new TextEncoder().encode(JSON.stringify(payload))
    const body = await encryptNotification({ ...subscription, expirationTime: null }, words)
    const headers = {
      authorization: await authorization(address.origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      urgency: isUrgent(payload) ? 'high' : 'normal',
      topic: pushTopicOf(payload.tag),
    }
    try {
      return resultOf(await post(address, headers, body))
    } catch (error) {
      return { busy: describeFailure(error) }
    }
  }
}

/**
 * Returns the topic of a message (RFC 8030 5.4): at most 32 characters of base64url, the same for messages that replace
 * each other.
 */
export const pushTopicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

function resultOf({ ok, status, retryAfterMs }: PostAnswer): DeliveryResult {
  if (ok) return 'accepted'
  // 401 and 403: the subscription belongs to another key (RFC 8292 4.2); its browser will notice and subscribe again.
  if ([401, 403, 404, 410].includes(status)) return 'gone'
  const words = `The push service answered ${status}.`
  return status === 429 || status >= 500 ? { busy: words, retryAfterMs } : { refused: words }
}

/**
 * Returns the function that signs for a push service. A signature is reused for an hour, because one service may get
 * thousands of messages.
 */
function vapidSigner(keys: WebPushSettings['keys'], subject: string): (audience: string) => Promise<string> {
  const signatures = new Map<string, { header: string; until: number }>()
  return async (audience) => {
    const now = Date.now()
    const cached = signatures.get(audience)
    if (cached && cached.until > now) return cached.header
    for (const [otherAudience, { until }] of signatures) if (until <= now) signatures.delete(otherAudience)
    const { publicKey, privateKey } = await keys()
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
      string,
      string,
    ]
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(audience)
      .setSubject(subject)
      .setExpirationTime(Math.floor(now / 1000) + TOKEN_S)
      .sign(await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256'))
    const header = `vapid t=${token}, k=${publicKey}`
    signatures.set(audience, { header, until: now + HOUR_MS })
    return header
  }
}
