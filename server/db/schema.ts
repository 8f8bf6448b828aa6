import type { PrivilegedAction } from '#contract/privileged-actions.ts'
import type { CommentPagesTable, CommentReportsTable, CommentsTable } from './comment-tables.ts'
import type { EmailKey } from './email-key.ts'
import type {
  DishPicturesTable,
  KitchenInvitationsTable,
  MenuCategoriesTable,
  MenuItemsTable,
  OrderEventsTable,
  OrdersTable,
  VendorMembersTable,
  VendorsTable,
} from './ordering-tables.ts'
import type {
  PaymentAlertsTable,
  PaymentAttemptsTable,
  PaymentEventsTable,
  PaymentsTable,
  ReceiptsTable,
  RefundsTable,
} from './payment-tables.ts'
import type { PushDevicesTable, PushMessagesTable, PushPreferencesTable, VapidKeysTable } from './push-tables.ts'
import type { ErrorEventsTable, ErrorGroupsTable } from './report-tables.ts'

/**
 * The tables, as the queries see them. Both databases hold the same: ids are UUIDv7 text, instants are integer
 * milliseconds since 1970, truth is 0 or 1, JSON is text. Rows never leave the server: a named function lists the fields
 * that do.
 */

/** Readers and guests. A reader's address has been confirmed: who has not confirmed one is a `mail_links` row. */
interface UsersTable {
  id: string
  name: string
  /** As it was typed; mail goes to exactly this. */
  email: string
  /** The same in the form that is compared (email-key.ts); unique among those who are no guests. */
  email_key: EmailKey
  /** Argon2id in PHC form; null for who only comes through a provider, and for guests. */
  password_hash: string | null
  picture_id: string | null
  is_guest: 0 | 1
  /** When a guest has opened a mailed link; null for readers, who have all confirmed theirs. */
  email_confirmed_at: number | null
  created_at: number
  banned_at: number | null
  ban_reason: string | null
}

interface UserRolesTable {
  user_id: string
  role: 'Admin' | 'Partner'
}

/** An account at a provider that logs its owner in here. */
interface IdentitiesTable {
  provider: 'google' | 'microsoft'
  /** What names the account there for good: `sub`, or at Microsoft tenant and object id. */
  subject: string
  user_id: string
  email: string
  created_at: number
}

/** One login on one device: the family of its refresh tokens. */
interface SessionsTable {
  id: string
  user_id: string
  method: 'password' | 'link' | 'guest' | 'google' | 'microsoft'
  /** Successors of refresh tokens are derived with it, so that a repeat within the grace gets the same one. */
  rotation_secret: string
  user_agent: string
  address: string
  created_at: number
  last_used_at: number
  expires_at: number
  revoked_at: number | null
}

interface RefreshTokensTable {
  /** SHA-256 of the token; the token itself is nowhere. */
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  spent_at: number | null
  /** Which client spent it: a hash of address and user agent. */
  spent_by: string | null
  /** For a token that went through a query: SHA-256 of the cookie of the browser that may use it, once. */
  handoff: string | null
}

/** The secrets in mailed links, and what happens when one is used. */
interface MailLinksTable {
  /** SHA-256 of the token. */
  hash: string
  purpose: 'signup' | 'email' | 'reset' | 'claim' | 'guest'
  /** Whose it is; null for a signup and for the first admin's link. */
  user_id: string | null
  email: string
  email_key: EmailKey
  /** JSON: what a signup asked for (accounts/mail-links.ts). */
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

/** The keys that sign access tokens, newest first in use. */
interface SigningKeysTable {
  /** The `kid` of a token's header. */
  id: string
  /** JSON Web Keys. */
  private_jwk: string
  public_jwk: string
  created_at: number
}

/** A person who is at a provider at this moment. */
interface ProviderFlowsTable {
  /** SHA-256 of `state`. */
  state_hash: string
  provider: 'google' | 'microsoft'
  nonce: string
  code_verifier: string
  return_url: string
  /** SHA-256 of the cookie of the browser that began. */
  browser_hash: string
  expires_at: number
}

/** Pictures that were uploaded, already decoded and encoded anew. */
interface PicturesTable {
  id: string
  user_id: string
  /** WebP, in base64. */
  data: string
  created_at: number
}

/** Work that must happen after a commit (outbox/). */
interface OutboxTable {
  /** Of a push the ids of message and device with a dot between, so that no device is sent the same twice. */
  id: string
  kind: 'mail' | 'push' | 'link_request'
  /** JSON, by kind. */
  payload: string
  /** The comment whose words are in it: when those go, so does this. */
  comment_id: string | null
  /** Of a push: what is sent, and to which device; one or the other may be gone. */
  push_message_id: string | null
  device_id: string | null
  /** Whom a mail is for; null for a push. */
  recipient_key: EmailKey | null
  /** `kept`: nothing can send it. `expired`: the device is gone, or what it says is over. */
  state: 'waiting' | 'sent' | 'failed' | 'kept' | 'expired'
  attempts: number
  /** When it is due. */
  next_at: number
  /** Until when a process has it in hand. */
  claimed_until: number | null
  last_error: string | null
  created_at: number
  done_at: number | null
}

/** Every privileged action. */
interface AuditLogTable {
  id: string
  at: number
  /** Null for the command line and for the first admin's link. */
  actor_id: string | null
  actor_name: string
  action: PrivilegedAction
  target_id: string | null
  target_name: string
  detail: string
}

/** What the author has chosen at the desk, as JSON by name. */
interface SettingsTable {
  key: string
  value: string
}

/** Who has no row gets every mail. */
interface MailPreferencesTable {
  user_id: string
  /** Whether answers are told of. */
  replies: 0 | 1
  /** Stands in the mails and ends them; it can do nothing else. */
  unsubscribe_token: string
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
  /** Whether it also goes out by push. */
  push: 0 | 1
  /** When it did; it does so once. */
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
  /** The order of the menu. */
  position: number
}

export interface Schema {
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
  comments: CommentsTable
  comment_pages: CommentPagesTable
  comment_reports: CommentReportsTable
  settings: SettingsTable
  mail_preferences: MailPreferencesTable
  notices: NoticesTable
  notice_dismissals: NoticeDismissalsTable
  tools: ToolsTable
  push_devices: PushDevicesTable
  push_preferences: PushPreferencesTable
  push_messages: PushMessagesTable
  vapid_keys: VapidKeysTable
  error_groups: ErrorGroupsTable
  error_events: ErrorEventsTable
  vendors: VendorsTable
  vendor_members: VendorMembersTable
  kitchen_invitations: KitchenInvitationsTable
  menu_categories: MenuCategoriesTable
  menu_items: MenuItemsTable
  dish_pictures: DishPicturesTable
  orders: OrdersTable
  order_events: OrderEventsTable
  payments: PaymentsTable
  payment_events: PaymentEventsTable
  payment_attempts: PaymentAttemptsTable
  refunds: RefundsTable
  receipts: ReceiptsTable
  payment_alerts: PaymentAlertsTable
}
