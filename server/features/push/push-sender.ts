import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import type { PushPayload, PushPlatform } from '#contract/push.ts'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { ClaimedWork, DeliveryOutcome, OutboxSender } from '../../outbox/deliver.ts'
import { buildActiveDevicesQuery, buildPushOptOutSubquery, type PushMessage } from '../../outbox/enqueue-push.ts'
import { POST_TIMEOUT_MS } from './post.ts'
import { findQuietHoursEnd, type QuietHours } from './preferences.ts'
import { tryParseWebPushSubscription } from './push-token.ts'

export interface OutgoingDevicePush {
  platform: PushPlatform
  token: string
  payload: PushPayload
  /** The time to live, in seconds. */
  ttl: number
}

export type DeliveryResult =
  | 'accepted'
  /**
   * The push service does not know the device, or knows it as a device of another site. No message will ever reach it.
   */
  | 'gone'
  /** The push service will never accept this message, for this reason. */
  | { refused: string }
  /** The push service may accept the message later. `busy`: the reason. */
  | { busy: string; retryAfterMs?: number | undefined }

/** Sends a push to a push service (S7.17). It does not throw. */
export type SendPush = (push: OutgoingDevicePush) => Promise<DeliveryResult>

/** Returns whether a message may wake a device that is saving its battery (RFC 8030 5.3). */
export const isUrgentPush = ({ topic }: PushPayload): boolean => topic === 'orders' || topic === 'test'

/** The delays between attempts to send a push. Attempts end when the message expires. */
export const PUSH_RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const

/**
 * Returns the outbox sender of pushes. Before each push, it checks the session, the preferences, the permissions and
 * the quiet hours of the recipient.
 */
export function createPushSender(db: Database, webPush: SendPush, firebase: SendPush | null): OutboxSender {
  return {
    kind: 'push',
    batch: 50,
    // A push needs at most four calls: with Firebase two attempts, each of which may need a new access token.
    claimMs: 6 * POST_TIMEOUT_MS,
    retryDelaysMs: PUSH_RETRY_DELAYS_MS,
    logFields: ({ id }) => ({ push: id }),
    deliver: async (row) => {
      const now = Date.now()
      const found = await findRecipient(db, row, now)
      if (!('device' in found)) return found
      const { message, device } = found
      const { topic, title, body, url, tag, expires_at } = message
      const { id, token, platform } = device
      const ttl = Math.floor((expires_at - now) / SECOND_MS)
      const send = tryParseWebPushSubscription(token) ? webPush : firebase
      const delivery = send
        ? await send({ platform, token, payload: { topic, title, body, url, tag }, ttl })
        : { refused: 'No Firebase project is configured.' }

      if (delivery === 'accepted') return { state: 'sent' }
      if (delivery === 'gone') {
        // Deletes the device, unless it has been registered with a new token since the push was sent.
        await db.deleteFrom('push_devices').where('id', '=', id).where('token', '=', token).execute()
        return { state: 'expired', error: 'The push service does not know the device any more.' }
      }
      if ('refused' in delivery) return { state: 'failed', error: delivery.refused, isRetryable: false }
      return { state: 'failed', error: delivery.busy, afterMs: delivery.retryAfterMs }
    },
  }
}

const expired = (error: string): DeliveryOutcome => ({ state: 'expired', error })

interface Recipient {
  message: Schema['push_messages']
  device: Pick<Schema['push_devices'], 'id' | 'token' | 'platform'>
}

/**
 * Returns the message and the device. Returns the outcome instead when the message must not be sent at all, or not yet.
 */
async function findRecipient(
  db: Database,
  { push_message_id, device_id }: ClaimedWork,
  now: number,
): Promise<DeliveryOutcome | Recipient> {
  const message = await db
    .selectFrom('push_messages')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('push_messages as later')
        .select('later.id')
        .whereRef('later.id', '>', 'push_messages.id')
        .whereRef('later.tag', '=', 'push_messages.tag')
        // A join would make the database read the outbox rows of the later messages for all devices.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('outbox')
              .select('outbox.id')
              .whereRef('outbox.push_message_id', '=', 'later.id')
              .where('outbox.device_id', '=', device_id),
          ),
        )
        .limit(1)
        .as('replacement'),
    )
    .where('id', '=', push_message_id)
    .executeTakeFirst()
  if (!message || message.expires_at <= now) return expired('It was of no use any more.')
  // If this message were sent now, it would replace the later message on the device.
  if (message.replacement !== null) return expired('A later message has replaced it.')
  const { topic } = message
  const device = await findDevice(db, device_id ?? '', topic, now)
  if (!device) {
    await db.deleteFrom('push_devices').where('id', '=', device_id).execute()
    return expired('The session of the device is over.')
  }
  if ((message.admins_only && !device.admin) || device.optOut) return expired('Its reader does not get it any more.')
  const quiet: QuietHours | null =
    topic === 'orders' || topic === 'test' ? null : JSON.parse(device.quiet_hours ?? 'null')
  const end = quiet && findQuietHoursEnd(quiet, now)
  return end === null ? { message, device } : { state: 'waiting', at: Math.min(end, message.expires_at) }
}

const findDevice = (db: Database, id: string, topic: PushMessage['topic'], now: number) =>
  buildActiveDevicesQuery(db, now)
    .select(['push_devices.id', 'token', 'platform', 'quiet_hours', buildPushOptOutSubquery(db, topic).as('optOut')])
    .select((eb) =>
      eb
        .selectFrom('user_roles')
        .select('role')
        .whereRef('user_roles.user_id', '=', 'push_devices.user_id')
        .where('role', '=', 'Admin')
        .as('admin'),
    )
    .where('push_devices.id', '=', id)
    .executeTakeFirst()
