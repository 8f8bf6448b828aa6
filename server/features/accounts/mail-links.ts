import type { Provider } from '#contract/accounts.ts'
import { DAY_MS, VERIFICATION_LINK_MS } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import type { Email, EmailKey } from '../../db/email-key.ts'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../http/failures.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { linkTo, verificationMail } from './mails.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What a signup asked for: it becomes an account when its link is used. */
export interface SignupPayload {
  name: string
  passwordHash?: string
  isPartner?: boolean
  /** An account at a provider that has not confirmed the address. */
  identity?: { provider: Provider; subject: string }
}

export interface NewMailLink extends Email {
  purpose: Schema['mail_links']['purpose']
  userId?: string
  signup?: SignupPayload
  /** In milliseconds. */
  lifetime: number
}

/** How long a link that is used or over is remembered, so that it can be said which of the two it is. */
const REMEMBERED_MS = 7 * DAY_MS
/** What is left of the payload of a link that is done with: the hash of a password has no more business here. */
const NOTHING = 'null'

/** Makes the secret of a link that is mailed. @returns the secret, which is kept nowhere but in the mail */
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
 * The link of a secret, still good and for one of these purposes.
 * @throws {Refusal} link_used, link_expired (which an unknown one is too)
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

/** Uses a link, once: of two at the same time one is refused. @throws {Refusal} link_used */
export async function useMailLink(db: Queries, hash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('mail_links')
    .set({ used_at: Date.now(), payload: NOTHING })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('link_used')
}

/** Makes the other links of a purpose useless: of a person, or of an address that nobody has yet. */
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

/** The newest signup of an address that has not been confirmed; its link may be over by now. */
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

/** Mails the link that makes a signup an account. */
export async function mailSignup(
  db: Queries,
  { email, key, page, signup }: Email & { page: string; signup: SignupPayload },
): Promise<void> {
  const token = await createMailLink(db, { purpose: 'signup', email, key, signup, lifetime: VERIFICATION_LINK_MS })
  await enqueueMail(db, verificationMail({ email }, linkTo(page, token)))
}
