import type { PushTopic } from '#contract/push.ts'

/** A device that receives push messages until the session in which it was registered ends. */
interface PushDevicesTable {
  id: string
  user_id: string
  session_id: string
  platform: 'android' | 'ios' | 'web'
  /** The token as the browser or the app sent it: the JSON of a subscription, or a Firebase token. */
  token: string
  /** SHA-256 of the part that identifies the device, such as the endpoint; unique. */
  token_hash: string
  created_at: number
}

/** Push preferences. An account without a row gets messages at any time. */
interface PushPreferencesTable {
  user_id: string
  /** JSON: `{from, to, timeZone}`, or null. */
  quiet_hours: string | null
}

/** A topic that an account does not want. Without a row, the account gets messages about the topic. */
interface PushOptOutsTable {
  user_id: string
  topic: PushTopic
}

/** Push messages. One message has an outbox row for each device. */
interface PushMessagesTable {
  id: string
  topic: PushTopic | 'test'
  title: string
  body: string
  url: string
  tag: string
  /** Whether only admins may receive the message. It is not sent to an account that is no longer an admin. */
  admins_only: 0 | 1
  /** The time after which the message is not sent. */
  expires_at: number
  notice_id: string | null
  /** The comment that the message quotes; the message is deleted with the comment's text. */
  comment_id: string | null
  created_at: number
}

/** The VAPID keys that identify this site to push services (RFC 8292); one row. */
interface VapidKeysTable {
  id: 1
  /** Base64url. */
  public_key: string
  private_key: string
  created_at: number
}

export interface PushTables {
  push_devices: PushDevicesTable
  push_preferences: PushPreferencesTable
  push_opt_outs: PushOptOutsTable
  push_messages: PushMessagesTable
  vapid_keys: VapidKeysTable
}
