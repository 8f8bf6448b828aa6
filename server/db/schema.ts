import type { AuditLogAction } from '#contract/audit-log-actions.ts'
import type { AuthoringTables } from './authoring-tables.ts'
import type { CommentTables } from './comment-tables.ts'
import type { EmailKey } from './email-key.ts'
import type { PasskeyAndSecondFactorTables } from './login-tables.ts'
import type { NewsletterTables } from './newsletter-tables.ts'
import type { OrderingTables } from './ordering-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { PushTables } from './push-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { StatisticsTables } from './statistics-tables.ts'

/**
 * The tables as queries see them, the same in both databases: ids are UUIDv7 text, times are integer milliseconds since
 * 1970, booleans are 0 or 1, JSON is text. Rows are not sent to clients as they are: a named function lists the fields
 * that are sent.
 */

/**
 * Readers and guests. A reader has confirmed the email address; a signup without confirmation is a row of `mail_links`.
 */
interface UsersTable {
  id: string
  name: string
  /** The email address as its owner typed it; mail goes to exactly this address. */
  email: string
  /** The key of the email address (email-key.ts); unique among readers. */
  email_key: EmailKey
  /**
   * The hash of the password, Argon2id in PHC form. Null for guests, for readers who only log in with a provider, and
   * for readers who have not set one (sign-up.ts).
   */
  password_hash: string | null
  picture_id: string | null
  is_guest: 0 | 1
  /** The time when a guest opened a mailed link; null for readers, who have all confirmed their email address. */
  email_confirmed_at: number | null
  created_at: number
  banned_at: number | null
  ban_reason: string | null
}

interface UserRolesTable {
  user_id: string
  role: 'Admin' | 'Partner'
}

/** An account at a provider, with which its owner can log in here. */
interface IdentitiesTable {
  provider: 'google' | 'microsoft'
  /** The permanent id of the account at the provider: `sub`, or tenant and object id at Microsoft. */
  subject: string
  user_id: string
  email: string
  created_at: number
}

/** One login on one device: the family of its refresh tokens. */
interface SessionsTable {
  id: string
  user_id: string
  method: 'password' | 'passkey' | 'link' | 'guest' | 'google' | 'microsoft'
  /**
   * The key that derives the successor of a refresh token, so that a repeated request within the grace period gets the
   * same successor.
   */
  rotation_secret: string
  user_agent: string
  address: string
  created_at: number
  last_used_at: number
  expires_at: number
  revoked_at: number | null
  /** When the owner last proved the ownership of the account, with the password or a passkey. */
  proved_at: number | null
  /** SHA-256 of the cookie of the only browser that may use the session; null when any client may use it. */
  browser: string | null
}

interface RefreshTokensTable {
  /** SHA-256 of the token; the token itself is not stored. */
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  spent_at: number | null
  /** SHA-256 of the IP address and user agent of the client that used the token. */
  spent_by: string | null
  /**
   * For a token that was sent in a URL query: SHA-256 of the cookie of the only browser that may use the token. The
   * token can be used only once.
   */
  handoff: string | null
  /**
   * The `browser` of the session when the token was issued. Null for a token that was issued before the session was
   * bound to a browser. Such a token needs no cookie, so its reuse by any client is detected and ends the session.
   */
  browser: string | null
}

/** The secrets of mailed links, and the payload of each. */
interface MailLinksTable {
  /** SHA-256 of the token. */
  hash: string
  purpose: 'signup' | 'email' | 'reset' | 'claim' | 'guest' | 'test'
  /** The account of the link; null for a signup and for the link that claims the site. */
  user_id: string | null
  email: string
  email_key: EmailKey
  /** JSON: the data of a signup (accounts/mail-links.ts). */
  payload: string
  created_at: number
  expires_at: number
  used_at: number | null
}

interface PartnerApplicationsTable {
  id: string
  user_id: string
  created_at: number
  decided_at: number | null
  decided_by: string | null
  approved: 0 | 1 | null
}

/** The keys that sign access tokens. The newest key signs new tokens, and older keys only verify tokens. */
interface SigningKeysTable {
  /** The `kid` of a token's header. */
  id: string
  /** A JSON Web Key; `public_jwk` is one too. */
  private_jwk: string
  public_jwk: string
  created_at: number
}

/** A login at a provider from which the browser has not returned yet. */
interface ProviderFlowsTable {
  /** SHA-256 of `state`. */
  state_hash: string
  provider: 'google' | 'microsoft'
  nonce: string
  code_verifier: string
  return_url: string
  /** SHA-256 of the cookie of the browser that began the login. */
  browser_hash: string
  expires_at: number
}

/** Pictures of accounts, encoded again by the site. */
interface PicturesTable {
  id: string
  user_id: string
  /** WebP, in base64. */
  data: string
  created_at: number
}

/** Work that a process does after a commit, such as sending a mail (outbox/). */
interface OutboxTable {
  /**
   * UUIDv7; for a push, the ids of its message and its device with a dot between, so that a device gets a message
   * once.
   */
  id: string
  kind: 'mail' | 'push' | 'link_request' | 'newsletter'
  /** JSON. Its shape depends on `kind`. */
  payload: string
  /** The comment that the mail or push quotes; the row is deleted with the comment's text. */
  comment_id: string | null
  /** The message of a push; `device_id` is its device. Message and device may have been deleted. */
  push_message_id: string | null
  device_id: string | null
  /** The recipient of a mail or link request; null for a push and for a mail about new pages. */
  recipient_key: EmailKey | null
  /**
   * `kept`: a mail that is not sent, because the site has no mail server. `expired`: work that is no longer wanted,
   * such as a push that is too old or whose device was removed.
   */
  state: 'waiting' | 'sent' | 'failed' | 'kept' | 'expired'
  attempts: number
  /** The time of the next attempt. */
  next_at: number
  /** The time until which one process has claimed the row. */
  claimed_until: number | null
  last_error: string | null
  created_at: number
  done_at: number | null
}

/** Every privileged action. */
interface AuditLogTable {
  id: string
  at: number
  /** Null for the command line, and in version 1.0.0 for the link that claims the site. */
  actor_id: string | null
  actor_name: string
  action: AuditLogAction
  target_id: string | null
  target_name: string
  detail: string
}

/** Settings that were chosen at the desk, and facts that the site records while it runs, as JSON by name. */
interface SettingsTable {
  key: string
  value: string
}

/** Mail preferences. An account without a row gets every mail. */
interface MailPreferencesTable {
  user_id: string
  /** Whether the account gets mails about replies to its comments. */
  replies: 0 | 1
  /** A secret in the mails about replies. Its holder can end the mails, and do nothing else. */
  unsubscribe_token: string
}

/** The calls that several processes count together, for the limits of calls. */
interface CallCountsTable {
  /** SHA-256 of the call and its caller. */
  key: string
  count: number
  ends_at: number
}

interface NoticesTable {
  id: string
  message: string
  priority: 'low' | 'normal' | 'high'
  audience: 'everyone' | 'readers' | 'admins'
  /** JSON: a list of `{label, url}`. */
  links: string
  starts_at: number
  ends_at: number | null
  withdrawn_at: number | null
  /** Whether the notice is also sent by push. */
  push: 0 | 1
  /** The time when the notice was sent by push, which happens at most once. */
  pushed_at: number | null
  is_sample: 0 | 1
  created_at: number
}

interface NoticeDismissalsTable {
  user_id: string
  notice_id: string
  dismissed_at: number
}

interface ToolsTable {
  id: string
  name: string
  url: string
  /** The position of the tool in the menu. */
  position: number
}

export interface Schema
  extends AuthoringTables,
    CommentTables,
    NewsletterTables,
    OrderingTables,
    PasskeyAndSecondFactorTables,
    PaymentTables,
    PushTables,
    ReportTables,
    StatisticsTables {
  users: UsersTable
  user_roles: UserRolesTable
  identities: IdentitiesTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  mail_links: MailLinksTable
  partner_applications: PartnerApplicationsTable
  signing_keys: SigningKeysTable
  provider_flows: ProviderFlowsTable
  pictures: PicturesTable
  outbox: OutboxTable
  audit_log: AuditLogTable
  settings: SettingsTable
  call_counts: CallCountsTable
  mail_preferences: MailPreferencesTable
  notices: NoticesTable
  notice_dismissals: NoticeDismissalsTable
  tools: ToolsTable
}
