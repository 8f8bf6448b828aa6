import { isDeepStrictEqual } from 'node:util'
import type { LoginProvider } from '#contract/accounts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, RESET_LINK_MS, SECOND_MS, VERIFICATION_LINK_MS } from '#contract/limits.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import type { EmailKey, EmailWithKey } from '../../db/email-key.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import type { Schema } from '../../db/schema.ts'
import { generateSecret, hashSecret } from '../../db/secrets.ts'
import { Refusal } from '../../http/failures.ts'
import type { OutboxSender } from '../../outbox/deliver.ts'
import { enqueueWork } from '../../outbox/outbox.ts'
import { buildTokenUrl, enqueueAccountMail } from './mails.ts'
import { findReaderByEmail } from './users.ts'

/** The data of a signup, from which the mailed link creates the account. */
export interface SignupPayload {
  name: string
  passwordHash?: string
  isPartner?: boolean
  /**
   * The account at a login provider. It is set when the signup began with a login at this provider, and the provider
   * has not confirmed the email address.
   */
  identity?: { provider: LoginProvider; subject: string }
}

type Purpose = Schema['mail_links']['purpose']

interface NewMailLink extends EmailWithKey {
  purpose: Purpose
  userId?: string
  signup?: SignupPayload
}

/** The lifetimes of links, in milliseconds. */
const lifetimes: Record<Purpose, number> = {
  signup: VERIFICATION_LINK_MS,
  email: VERIFICATION_LINK_MS,
  reset: RESET_LINK_MS,
  guest: HOUR_MS,
  claim: DAY_MS,
  test: DAY_MS,
}

/** How long a used or expired link is stored, so that the reply can distinguish used from expired links. */
const REMEMBERED_MS = 7 * DAY_MS

/** Stores a mailed link. @returns the secret, which only the mail contains */
export async function insertMailLink(db: DatabaseOrTx, link: NewMailLink): Promise<string> {
  const now = Date.now()
  const token = generateSecret()
  await db
    .insertInto('mail_links')
    .values({
      hash: hashSecret(token),
      purpose: link.purpose,
      user_id: link.userId ?? null,
      email: link.email,
      email_key: link.key,
      payload: JSON.stringify(link.signup ?? null),
      created_at: now,
      expires_at: now + lifetimes[link.purpose],
    })
    .execute()
  return token
}

/** Deletes the links that expired more than 7 days ago. */
export async function deleteOldMailLinks(db: DatabaseOrTx): Promise<void> {
  const forgotten = Date.now() - REMEMBERED_MS
  await db.deleteFrom('mail_links').where('expires_at', '<', forgotten).execute()
}

/** Returns the valid link for a secret. @throws {Refusal} link_used; link_expired, also for an unknown secret */
export async function findMailLink(db: DatabaseOrTx, token: string, purposes: Purpose[]) {
  const row = await db
    .selectFrom('mail_links')
    .selectAll()
    .where('hash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  if (row?.used_at != null) throw new Refusal('link_used')
  if (!row || row.expires_at <= Date.now()) throw new Refusal('link_expired')
  return { ...row, signup: JSON.parse(row.payload) as SignupPayload | null }
}

/** Marks a link as used. When a link is used twice at the same time, one use is refused. @throws {Refusal} link_used */
export async function markMailLinkUsed(db: DatabaseOrTx, hash: string): Promise<void> {
  if (!(await hasChangedRows(openLinks(db).where('hash', '=', hash)))) throw new Refusal('link_used')
}

/** Invalidates all links of one purpose: those of an account, or those of an email address without an account. */
export async function invalidateMailLinks(
  db: DatabaseOrTx,
  purpose: Purpose,
  of: { userId: string } | { key: EmailKey },
) {
  await openLinks(db)
    .where('purpose', '=', purpose)
    .where('userId' in of ? 'user_id' : 'email_key', '=', 'userId' in of ? of.userId : of.key)
    .execute()
}

/**
 * Returns an update query that marks unused links as used and removes their payload, which may have a password hash.
 */
const openLinks = (db: DatabaseOrTx) =>
  db.updateTable('mail_links').set({ used_at: Date.now(), payload: 'null' }).where('used_at', 'is', null)

/** Begins a query of the unconfirmed signups of an email address; their links may have expired. */
const pendingSignups = (db: DatabaseOrTx, key: EmailKey) =>
  db.selectFrom('mail_links').where('purpose', '=', 'signup').where('email_key', '=', key).where('used_at', 'is', null)

/** Returns the newest unconfirmed signup of an email address; its link may have expired. */
export async function findPendingSignupByEmail(
  db: DatabaseOrTx,
  key: EmailKey,
): Promise<{ email: string; signup: SignupPayload } | null> {
  const row = await pendingSignups(db, key)
    .select(['email', 'payload'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ? { email: row.email, signup: JSON.parse(row.payload) as SignupPayload } : null
}

/**
 * Returns whether an email address has an unconfirmed signup with another password or another login provider. Hashes
 * are compared as text, because signups with the same password share one hash.
 */
export async function hasSignupWithOtherCredentials(
  db: DatabaseOrTx,
  key: EmailKey,
  signup: SignupPayload,
): Promise<boolean> {
  const rows = await pendingSignups(db, key).select('payload').distinct().execute()
  const credentialsOf = ({ passwordHash, identity }: SignupPayload) => ({ passwordHash, identity })
  return rows.some(({ payload }) => !isDeepStrictEqual(credentialsOf(JSON.parse(payload)), credentialsOf(signup)))
}

/** Mails the link that creates the account of a signup. When there is an account, mails a link to log in instead. */
export async function mailSignupLink(
  db: DatabaseOrTx,
  { email, key, page, signup }: EmailWithKey & { page: string; signup: SignupPayload },
): Promise<void> {
  const reader = await findReaderByEmail(db, key)
  if (reader) {
    await enqueueAccountMail(db, 'knownAddress', reader, { url: loginBeside(page) })
    return
  }
  const token = await insertMailLink(db, { purpose: 'signup', email, key, signup })
  await enqueueAccountMail(db, 'verification', { email }, { url: buildTokenUrl(page, token) })
}

/**
 * Returns the URL of the login page on the site of `page`. The query of the URL names the page to open after the login.
 */
const loginBeside = (page: string) => new URL(`/login${new URL(page).search}`, page).href

/** A request for a link by somebody who gave only an email address. */
interface LinkRequest {
  purpose: 'reset' | 'verification'
  key: EmailKey
  /** The page that confirms an email address. Links for an existing account lead to other pages in the same folder. */
  verificationPage: string
}

/**
 * Stores a request for a link. The call does the same work with and without an account, so its duration reveals
 * nothing.
 */
export const enqueueLinkRequest = (db: DatabaseOrTx, request: LinkRequest): Promise<string> =>
  enqueueWork(db, { kind: 'link_request', payload: JSON.stringify(request), recipientKey: request.key })

export function createLinkRequestOutboxSender(db: Database): OutboxSender {
  return {
    kind: 'link_request',
    batch: 20,
    claimMs: 30 * SECOND_MS,
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS],
    logFields: ({ id }) => ({ linkRequest: id }),
    deliver: async ({ payload }) => {
      const request = JSON.parse(payload) as LinkRequest
      await db.transaction().execute((tx) => mailLink(tx, request))
      return { state: 'sent', payload: '{}' }
    },
  }
}

/** Mails the requested link to the stored address of the account or signup, not to the spelling in the request. */
async function mailLink(tx: DatabaseOrTx, { purpose, key, verificationPage }: LinkRequest): Promise<void> {
  const reader = await findReaderByEmail(tx, key)
  const pageBeside = (path: string) => new URL(path, verificationPage).href
  if (!reader) {
    const waiting = await findPendingSignupByEmail(tx, key)
    if (waiting) await mailSignupLink(tx, { ...waiting, key, page: verificationPage })
  } else if (purpose === 'verification') {
    await enqueueAccountMail(tx, 'knownAddress', reader, { url: loginBeside(verificationPage) })
  } else {
    const { id: userId, email } = reader
    const token = await insertMailLink(tx, { purpose: 'reset', userId, email, key })
    await enqueueAccountMail(tx, 'reset', reader, { url: buildTokenUrl(pageBeside('/reset-password'), token) })
  }
}

/** A second request for a link within this time sends no second mail. */
const NEXT_MAIL_MS = 15 * MINUTE_MS

/** Returns whether a guest has opened a link that was mailed to the email address. */
export const isGuestEmailConfirmed = (db: DatabaseOrTx, key: EmailKey): Promise<boolean> =>
  hasRow(db.selectFrom('users').where('email_key', '=', key).where('email_confirmed_at', 'is not', null))

/**
 * Mails a guest the link that confirms their email address, at most every 15 minutes. @param page the page that the
 * link opens
 */
export async function mailGuestConfirmationLink(
  db: Database,
  { email, key }: EmailWithKey,
  page: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const recent = tx
      .selectFrom('mail_links')
      .where('purpose', '=', 'guest')
      .where('email_key', '=', key)
      .where('created_at', '>', Date.now() - NEXT_MAIL_MS)
    if (await hasRow(recent)) return
    const token = await insertMailLink(tx, { purpose: 'guest', email, key })
    await enqueueAccountMail(tx, 'guest', { email }, { url: buildTokenUrl(page, token) })
  })
}

export async function markGuestEmailConfirmed(tx: DatabaseOrTx, key: EmailKey): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: Date.now() })
    .where('email_key', '=', key)
    .where('is_guest', '=', 1)
    .execute()
}
