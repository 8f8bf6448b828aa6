import { createHash } from 'node:crypto'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { HOUR_MS } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { describePostFailure, type PostResponse, sendPostRequest } from './post.ts'
import { type DeliveryResult, isUrgentPush, type SendPush } from './push-sender.ts'
import { tryParseAllowedPushEndpoint, tryParseWebPushSubscription } from './push-token.ts'

/** The lifetime of a signature: two hours, because it is used for one hour. Push services accept up to 24 hours. */
const TOKEN_S = 2 * 3_600

type ReadKeys = ReturnType<typeof createVapidKeyReader>

/**
 * Returns a function that sends by Web Push: encrypts for the browser (RFC 8291), signs (RFC 8292) and posts (RFC
 * 8030).
 * @param subject the owner's contact URL for push services: https: or mailto: (RFC 8292 2.1)
 * @param services the origins of PUSH_SERVICES
 */
export function createWebPushSender(keys: ReadKeys, subject: string, services: readonly string[]): SendPush {
  const authorization = vapidSigner(keys, subject)
  return async ({ token, payload, ttl }) => {
    const subscription = tryParseWebPushSubscription(token)
    // PUSH_SERVICES may have changed since the device was registered.
    const address = subscription && tryParseAllowedPushEndpoint(subscription.endpoint, services)
    if (!address) return { refused: 'The push service is none that this site sends to.' }
    const message = new TextEncoder().encode(JSON.stringify(payload))
    const body = await encryptNotification({ ...subscription, expirationTime: null }, message).catch(() => null)
    if (!body) return { refused: 'The message cannot be encrypted for the device.' }
    const headers = {
      authorization: await authorization(address.origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      urgency: isUrgentPush(payload) ? 'high' : 'normal',
      topic: toPushTopicHeader(payload.tag),
    }
    try {
      return resultOf(await sendPostRequest(address, headers, body))
    } catch (error) {
      return { busy: describePostFailure(error) }
    }
  }
}

/**
 * Returns the Topic header (RFC 8030 5.4) of at most 32 characters. It is the same for messages that replace each
 * other.
 */
export const toPushTopicHeader = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32)

function resultOf({ ok, status, retryAfterMs }: PostResponse): DeliveryResult {
  if (ok) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  const problem = `The push service answered ${status}.`
  // 401 and 403 mean that the signature is invalid (RFC 8292 4.2), most often because the clock of this machine is
  // wrong. The message waits, and the device stays: its browser would not register again with the same key.
  return [401, 403, 429].includes(status) || status >= 500 ? { busy: problem, retryAfterMs } : { refused: problem }
}

/**
 * Returns a function that signs for the origin of a push service and returns the Authorization header. A signature is
 * used for an hour, because one push service may get thousands of messages.
 */
function vapidSigner(keys: ReadKeys, subject: string): (audience: string) => Promise<string> {
  const signatures = new Map<string, { header: string; until: number }>()
  return async (audience) => {
    const now = Date.now()
    const cached = signatures.get(audience)
    // A signature whose use ends more than an hour from now was made while the clock was wrong.
    if (cached && cached.until > now && cached.until <= now + HOUR_MS) return cached.header
    for (const [otherAudience, { until }] of signatures) if (until <= now) signatures.delete(otherAudience)
    const { publicKey, privateKey } = await keys()
    const point = Buffer.from(publicKey, 'base64url')
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
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

/**
 * The VAPID keys of this site (RFC 8292): the public key, an uncompressed point of P-256, and the private key, both in
 * base64url.
 */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Returns a function that reads the keys at its first call and caches them. On a new database, it creates them. */
export function createVapidKeyReader(db: Database): () => Promise<VapidKeys> {
  let loading: Promise<VapidKeys> | undefined
  return () => {
    loading ??= readOrMake(db).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function readOrMake(db: Database): Promise<VapidKeys> {
  const read = () => db.selectFrom('vapid_keys').select(['public_key', 'private_key']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const newRow = { id: 1, ...(await newKeys()), created_at: Date.now() } as const
    await insertNewRows(db, 'vapid_keys', newRow)
    row = (await read()) ?? newRow
  }
  return { publicKey: row.public_key, privateKey: row.private_key }
}

async function newKeys() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { x = '', y = '', d = '' } = await exportJWK(privateKey)
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { public_key: point.toString('base64url'), private_key: d }
}
