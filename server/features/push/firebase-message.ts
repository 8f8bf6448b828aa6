import { SECOND_MS } from '#contract/limits.ts'
import { isUrgent, type PushRequest } from './delivery-result.ts'
import { pushTopicOf } from './web-push.ts'

/**
 * Returns a message for FCM's HTTP v1 API. Browsers get data, which our service worker shows; phones show the
 * notification themselves.
 */
export function firebaseMessage({ platform, token, payload, ttl }: PushRequest): object {
  const { title, body } = payload
  const data = { ...payload }
  const urgent = isUrgent(payload)
  const topic = pushTopicOf(payload.tag)
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
