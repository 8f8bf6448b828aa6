import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import type { PushPayload } from '#contract/push.ts'
import type { PushService } from './push-service.ts'

/** A browser with a subscription at a push service. */
export interface PushSubscriber {
  endpoint: string
  /** The subscription as JSON, with which the browser registers at the site. */
  token: string
  /** Returns the received messages, decrypted with the keys of the browser. */
  got: () => PushPayload[]
}

/** Subscribes a simulated browser at a push service. */
export function subscribeBrowser(service: PushService): PushSubscriber {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = `${service.origin}/push/${randomBytes(12).toString('base64url')}`
  return {
    endpoint,
    token: JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
    got: () =>
      service.arrived
        .filter(({ path }) => endpoint.endsWith(path))
        .map(({ body }) => {
          const message = Buffer.from(body, 'base64url')
          const words = decrypt(message, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
          return JSON.parse(words.toString()) as PushPayload
        }),
  }
}
