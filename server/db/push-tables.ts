/** A device that gets push messages, as long as the session lasts in which it was registered. */
export interface PushDevicesTable {
  id: string
  user_id: string
  session_id: string
  platform: 'android' | 'ios' | 'web'
  /** As the browser or the app gave it: a subscription's JSON, or a token of Firebase. */
  token: string
  /** SHA-256 of what names the device in it, such as the endpoint; unique. */
  token_hash: string
  created_at: number
}

/** Who has no row wants everything, at any time. */
export interface PushPreferencesTable {
  user_id: string
  notices: 0 | 1
  replies: 0 | 1
  orders: 0 | 1
  errors: 0 | 1
  /** JSON: `{from, to, timeZone}`, or null. */
  quiet_hours: string | null
}

/** What is told by push, once for all the devices that an outbox row each sends it to. */
export interface PushMessagesTable {
  id: string
  topic: 'notices' | 'replies' | 'orders' | 'errors' | 'test'
  title: string
  body: string
  url: string
  tag: string
  /** Whether it is of no concern to who is an admin no more. */
  admins_only: 0 | 1
  /** When it is of no use any more. */
  expires_at: number
  notice_id: string | null
  /** The comment whose words are in it: when those go, so does this. */
  comment_id: string | null
  created_at: number
}

/** The keys that name this site to push services (RFC 8292); one row. */
export interface VapidKeysTable {
  id: 1
  /** Base64url. */
  public_key: string
  private_key: string
  created_at: number
}
