import type { Provider } from '#contract/accounts.ts'
import { DAY_MS, VERIFICATION_LINK_MS } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import type { Email, EmailKey } from '../../db/email-key.ts'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../http/failures.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { linkTo, verificationMail } from './mails.ts'
import { hashOf, newSecret } from './secrets.ts'

/** The data of a signup, from which its link creates the account. */
export interface SignupPayload {
  name: string
  passwordHash?: string
  isPartner?: boolean
  /** The account at a provider that has not confirmed the address. */
  identity?: { provider: Provider; subject: string }
}

export interface NewMailLink extends Email {
  purpose: Schema['mail_links']['purpose']
  userId?: string
  signup?: SignupPayload
  /** In milliseconds. */
  lifetime: number
}

/** The time for which a used or expired link is kept, so that the answer can tell the two apart. */
const REMEMBERED_MS = 7 * DAY_MS
/** The payload of a used link: the password hash is no longer needed. */
const NOTHING = 'null'

/** Creates the secret of a mailed link. @returns the secret, which only the mail contains */
export async function createMailLink(db: Queries, link: NewMailLink): Promise<string> {
  const now = Date.now()
  const token = newSecret()
  await db
    .deleteFrom('mail_links')
    .where('expires_at', '<', now - REMEMBERED_MS)
    .execute()
  await db
    .insertInto('mail_links')
    .values({
      hash: hashOf(token),
      purpose: link.purpose,
      user_id: link.userId ?? null,
      email: link.email,
      email_key: link.key,
      payload: JSON.stringify(link.signup ?? null),
      created_at: now,
      expires_at: now + link.lifetime,
    })
    .execute()
  return token
}

/**
 * Returns the valid link of a secret with one of these purposes.
 * @throws {Refusal} link_used, link_expired (also for an unknown one)
 */
export async function findMailLink(db: Queries, token: string, purposes: Schema['mail_links']['purpose'][]) {
  const row = await db
    .selectFrom('mail_links')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  if (row?.used_at != null) throw new Refusal('link_used')
  if (!row || row.expires_at <= Date.now()) throw new Refusal('link_expired')
  return { ...row, signup: JSON.parse(row.payload) as SignupPayload | null }
}

/** Marks a link as used. Of two simultaneous uses, one is refused. @throws {Refusal} link_used */
export async function useMailLink(db: Queries, hash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('mail_links')
    .set({ used_at: Date.now(), payload: NOTHING })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('link_used')
}

/** Makes all links of a purpose invalid: those of an account, or of an address without an account. */
export async function voidMailLinks(
  db: Queries,
  purpose: Schema['mail_links']['purpose'],
  of: { userId: string } | { key: EmailKey },
): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: Date.now(), payload: NOTHING })
    .where('purpose', '=', purpose)
    .where('userId' in of ? 'user_id' : 'email_key', '=', 'userId' in of ? of.userId : of.key)
    .where('used_at', 'is', null)
    .execute()
}

/** Returns the newest unconfirmed signup of an address; its link may have expired. */
export async function findSignup(db: Queries, key: EmailKey): Promise<{ email: string; signup: SignupPayload } | null> {
  const row = await db
    .selectFrom('mail_links')
    .select(['email', 'payload'])
    .where('purpose', '=', 'signup')
    .where('email_key', '=', key)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ? { email: row.email, signup: JSON.parse(row.payload) as SignupPayload } : null
}

/** Mails the link that creates the account of a signup. */
export async function mailSignup(
  db: Queries,
  { email, key, page, signup }: Email & { page: string; signup: SignupPayload },
): Promise<void> {
  const token = await createMailLink(db, { purpose: 'signup', email, key, signup, lifetime: VERIFICATION_LINK_MS })
  await enqueueMail(db, verificationMail({ email }, linkTo(page, token)))
}
