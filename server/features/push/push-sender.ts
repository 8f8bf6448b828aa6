import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import type { PushTopic } from '#contract/push.ts'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Claimed, Outcome, Sender } from '../../outbox/deliver.ts'
import { liveDevices } from '../../outbox/live-devices.ts'
import type { PushRequest, Send } from './delivery-result.ts'
import { POST_TIMEOUT_MS } from './post.ts'
import { subscriptionIn } from './push-token.ts'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

/** How long after each failure a push is tried again, as long as it is of use. */
export const PUSH_RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const

interface PushSender {
  db: Database
  webPush: Send
  /** Null where no project is configured. */
  firebase: Send | null
}

/**
 * Sends pushes. What counts is how things are now: whether the session goes on, the reader still wants it and is still who
 * it is for, and sleeps.
 */
export function pushSender({ db, webPush, firebase }: PushSender): Sender {
  return {
    kind: 'push',
    batch: 50,
    // One call, or by Firebase two with an exchange of tokens before each.
    claimMs: 6 * POST_TIMEOUT_MS,
    retryDelaysMs: PUSH_RETRY_DELAYS_MS,
    about: ({ id }) => ({ push: id }),
    deliver: async (row) => {
      const now = Date.now()
      const found = await find(db, row, now)
      if ('state' in found) return found
      const { message, device } = found
      const pushRequest = pushRequestOf(message, device, now)
      const send = subscriptionIn(device.token) ? webPush : firebase
      const delivery = send ? await send(pushRequest) : { refused: 'No Firebase project is configured.' }

      if (delivery === 'accepted') return { state: 'sent' }
      if (delivery === 'gone') {
        // Unless it has been registered anew meanwhile.
        await db.deleteFrom('push_devices').where('id', '=', device.id).where('token', '=', device.token).execute()
        return { state: 'expired', error: 'The push service does not know the device any more.' }
      }
      if ('refused' in delivery) return { state: 'failed', error: delivery.refused, ever: false }
      return { state: 'failed', error: delivery.busy, afterMs: delivery.retryAfterMs }
    },
  }
}

type Message = Schema['push_messages']
type Device = Pick<Schema['push_devices'], 'id' | 'token' | 'platform'>

const over = (error: string): Outcome => ({ state: 'expired', error })

/** What is to be sent where, or why not, or not now. */
async function find(
  db: Database,
  { push_message_id, device_id }: Claimed,
  now: number,
): Promise<Outcome | { message: Message; device: Device }> {
  const message = await db.selectFrom('push_messages').selectAll().where('id', '=', push_message_id).executeTakeFirst()
  if (!message || message.expires_at <= now) return over('It was of no use any more.')
  const device = await findDevice(db, device_id ?? '', now)
  if (!device) {
    await db.deleteFrom('push_devices').where('id', '=', device_id).execute()
    return over('The session of the device is over.')
  }
  const { topic } = message
  if ((message.admins_only && !device.admin) || (topic !== 'test' && !wants(device, topic)))
    return over('Its reader does not get it any more.')
  const quiet: QuietHours | null =
    topic === 'orders' || topic === 'test' ? null : JSON.parse(device.quiet_hours ?? 'null')
  const end = quiet && quietUntil(quiet, now)
  return end === null ? { message, device } : { state: 'waiting', at: Math.min(end, message.expires_at) }
}

const findDevice = (db: Database, id: string, now: number) =>
  liveDevices(db, now)
    .select(['push_devices.id', 'token', 'platform', 'notices', 'replies', 'orders', 'errors', 'quiet_hours'])
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

const wants = (device: Record<PushTopic, 0 | 1 | null>, topic: PushTopic) => device[topic] !== 0

function pushRequestOf(message: Message, { platform, token }: Device, now: number): PushRequest {
  const { topic, title, body, url, tag, expires_at } = message
  return {
    platform,
    token,
    payload: { topic, title, body, url, tag },
    ttl: Math.floor((expires_at - now) / SECOND_MS),
  }
}
