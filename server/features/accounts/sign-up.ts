import type {
  redeemMailLink as redeemMailLinkCall,
  resendVerification as resendVerificationCall,
  requestSignup as signupCall,
} from '#contract/accounts.ts'
import type { HandlerInput, SuccessReplyBody } from '#contract/endpoint.ts'
import { describeLinkDelivery } from '#contract/link-delivery.ts'
import { lockAccount } from '../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import type { EmailKey, EmailWithKey } from '../../db/email-key.ts'
import { createId } from '../../db/ids.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import { type Actor, mayCall } from '../../http/actor.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { type OwnOriginList, tryParseOwnUrl } from '../../http/origins.ts'
import { parseEmail } from '../../http/parse-email.ts'
import { parseName } from '../../http/parse-name.ts'
import { moveMailsToNewEmailKey } from '../../outbox/mails-to.ts'
import type { AccountContext } from './account-context.ts'
import {
  enqueueLinkRequest,
  findMailLink,
  findPendingSignupByEmail,
  hasSignupWithOtherCredentials,
  invalidateMailLinks,
  mailSignupLink,
  markGuestEmailConfirmed,
  markMailLinkUsed,
  type SignupPayload,
} from './mail-links.ts'
import { enqueueAccountMail } from './mails.ts'
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts'
import { beginSession, signFirstTokens } from './sessions.ts'
import { createUser, findReaderByEmail } from './users.ts'

/** The message of the specification (S8.01). It is the same for an email address that already has an account. */
const SIGNED_UP = 'Signup successful! Please check your email to verify your account.'

/**
 * Signs up (S7.05). The account is created when the mailed link is used. Several signups with one email address are
 * possible; the first link that is used creates the account. An email address with an account gets a different mail,
 * but the reply and its duration are the same.
 */
export async function requestSignup(
  { db, origins, smtp }: AccountContext,
  { countCall, ...input }: HandlerInput<typeof signupCall>['body'] & { countCall: () => Promise<void> },
) {
  const page = requireOwnOriginUrl(input.verificationUrl, origins)
  const name = parseName(input.name)
  const { email, key } = parseEmail(input.email)
  await requireAcceptablePassword(input.password, email)
  await countCall()
  const passwordHash = await hashSignupPassword(db, key, input.password)
  const signup = { name, passwordHash, isPartner: input.isPartner }
  await db.transaction().execute((tx) => mailSignupLink(tx, { email, key, page, signup }))
  return { message: describeLinkDelivery(smtp, SIGNED_UP) }
}

/**
 * Hashes the password of a signup. A repeated signup with the same password gets the hash of the pending signup. Equal
 * hashes show later that the passwords were the same. Two hashes are always computed, so that the duration does not
 * reveal whether there is a pending signup.
 */
async function hashSignupPassword(db: DatabaseOrTx, key: EmailKey, password: string): Promise<string> {
  const pending = await findPendingSignupByEmail(db, key)
  const pendingHash = pending?.signup.passwordHash ?? null
  const [isSame, newHash] = await Promise.all([verifyPassword(pendingHash, password), hashPassword(password)])
  return pendingHash !== null && isSame ? pendingHash : newHash
}

/** Mails a new link for an unconfirmed signup. The reply does not reveal whether there is a signup. */
export async function resendVerification(
  { db, origins, smtp }: AccountContext,
  input: HandlerInput<typeof resendVerificationCall>['body'],
) {
  const page = requireOwnOriginUrl(input.verificationUrl, origins)
  const { key } = parseEmail(input.email)
  await enqueueLinkRequest(db, { purpose: 'verification', key, verificationPage: page })
  return {
    message: describeLinkDelivery(
      smtp,
      'If that address is waiting to be confirmed, a new link is on its way. Look in your mail.',
      'If that address is waiting to be confirmed, it gets a new link.',
    ),
  }
}

/**
 * Uses the link of a mail (S2.13): creates an account, changes an email address, or confirms the email address of a
 * guest. The person who opens the mail owns the new account. So the link also begins a session, unless a reader is
 * logged in.
 */
export async function redeemMailLink(
  { db, tokens, events }: AccountContext,
  { token, actor, client }: { token: string; actor: Actor | null; client: ClientDetails },
): Promise<SuccessReplyBody<typeof redeemMailLinkCall>> {
  const hasReader = actor !== null && mayCall('reader', actor.roles)
  const { confirmed, begun } = await retryTransaction(db, async (tx) => {
    const { key, userId, isNew, ...confirmed } = await useLink(tx, token)
    if (userId !== null) await events.publish(tx, 'email.confirmed', { userId, key })
    const begun = isNew && userId && !hasReader ? await beginSession(tx, { userId, method: 'link', client }) : null
    return { confirmed, begun }
  })
  return begun ? { ...confirmed, session: await signFirstTokens(tokens, begun) } : confirmed
}

interface UsedLink extends EmailWithKey {
  /** The account that has the confirmed email address, if it still exists. */
  userId: string | null
  /** Whether the link has created the account. */
  isNew?: true
  /** Whether the new account has no password, because a stranger may have chosen that of the signup. */
  needsPassword?: true
  guest?: true
}

/** Uses a link. @returns the confirmed email address */
async function useLink(tx: Tx, token: string): Promise<UsedLink> {
  const link = await findMailLink(tx, token, ['signup', 'email', 'guest'])
  if (link.user_id) await lockAccount(tx, link.user_id)
  await markMailLinkUsed(tx, link.hash)
  if (link.purpose === 'guest') {
    await markGuestEmailConfirmed(tx, link.email_key)
    return { email: link.email, key: link.email_key, userId: null, guest: true }
  }
  // Another link has already created an account with this email address.
  if (await findReaderByEmail(tx, link.email_key)) throw new Refusal('link_used')
  const { email, email_key: key, user_id: userId, signup } = link
  if (signup) return { email, key, ...(await createAccount(tx, { email, key }, signup)), isNew: true }
  if (userId) await changeAddress(tx, userId, { email, key })
  return { email, key, userId }
}

/**
 * Creates the account of a signup. If another pending signup of the email address has another password or login
 * provider, a stranger may have made this signup or the other one. Then the account gets neither password nor provider,
 * its owner sets a password, and no application to become a partner is filed.
 */
async function createAccount(db: DatabaseOrTx, { email, key }: EmailWithKey, signup: SignupPayload) {
  const { name, isPartner } = signup
  const needsPassword = await hasSignupWithOtherCredentials(db, key, signup)
  const { passwordHash, identity }: Partial<SignupPayload> = needsPassword ? {} : signup
  const now = Date.now()
  const userId = await createUser(db, { name, email, key, passwordHash: passwordHash ?? null })
  await invalidateMailLinks(db, 'signup', { key })
  // When another link has already connected this provider identity to another account, nothing is inserted. The new
  // account can be used with a password or a mailed link.
  if (identity) await insertNewRows(db, 'identities', { ...identity, user_id: userId, email, created_at: now })
  if (isPartner && !needsPassword)
    await db.insertInto('partner_applications').values({ id: createId(), user_id: userId, created_at: now }).execute()
  return { userId, ...(needsPassword && { needsPassword }) }
}

async function changeAddress(db: DatabaseOrTx, userId: string, { email, key }: EmailWithKey): Promise<void> {
  const old = await db
    .selectFrom('users')
    .select(['name', 'email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ email, email_key: key }).where('id', '=', userId).execute()
  // A link that was mailed to the old email address must not reset the password any more.
  await invalidateMailLinks(db, 'reset', { userId })
  await enqueueAccountMail(db, 'emailChanged', old, { detail: email })
  // The export, the deletion and `email.confirmed` find the mails and the guests of the account by the key.
  await moveMailsToNewEmailKey(db, old.email_key, key)
  await db
    .updateTable('users')
    .set({ email_key: key })
    .where('email_key', '=', old.email_key)
    .where('is_guest', '=', 1)
    .execute()
}

/** Returns a URL when it is on this site. @throws {Refusal} foreign_address for another site */
export function requireOwnOriginUrl(url: string, origins: OwnOriginList): string {
  const page = tryParseOwnUrl(url, origins)
  if (!page) throw new Refusal('foreign_address')
  return page.href
}
