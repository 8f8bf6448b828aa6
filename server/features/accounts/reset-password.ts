import type { resetPassword as resetPasswordCall, TokenPair } from '#contract/accounts.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { describeLinkDelivery } from '#contract/link-delivery.ts'
import { lockAccount } from '../../db/accounts.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import type { EmailWithKey } from '../../db/email-key.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { chooseOwnOrigin } from '../../http/origins.ts'
import { parseEmail } from '../../http/parse-email.ts'
import type { AccountContext } from './account-context.ts'
import {
  enqueueLinkRequest,
  findMailLink,
  insertMailLink,
  invalidateMailLinks,
  markMailLinkUsed,
} from './mail-links.ts'
import { buildTokenUrl, enqueueAccountMail } from './mails.ts'
import { hashPassword, requireAcceptablePassword } from './passwords.ts'
import { requireSecondFactorIfEnabled } from './second-factor/codes.ts'
import { beginSession, endSessionsOfUser, signFirstTokens } from './sessions.ts'

/** Mails a link for a new password. The mail goes to the address of the account, not to the spelling in the request. */
export async function requestPasswordReset(
  { db, origins, smtp }: AccountContext,
  { email, client }: { email: string; client: ClientDetails },
) {
  const { key } = parseEmail(email)
  const origin = chooseOwnOrigin(client.origin, origins)
  await enqueueLinkRequest(db, { purpose: 'reset', key, verificationPage: `${origin}/verify-email` })
  return {
    message: describeLinkDelivery(
      smtp,
      'If there is an account with that address, a link is on its way. Look in your mail.',
      'If there is an account with that address, it gets a link.',
    ),
  }
}

/**
 * Creates a link for a new password on the command line, for a reader who cannot get mail. The audit log records this
 * action.
 * @param origin the origin of the site to which the link leads
 */
export const createResetLinkByCommandLine = (
  db: Database,
  { id: userId, name, email, key }: EmailWithKey & { id: string; name: string },
  origin: string,
) =>
  db.transaction().execute(async (tx) => {
    const token = await insertMailLink(tx, { purpose: 'reset', userId, email, key })
    await recordAction(tx, { actor: null, action: 'password link made', target: { id: userId, name } })
    return buildTokenUrl(`${origin}/reset-password`, token)
  })

/**
 * Sets a password by a link, ends all sessions and begins a new one. The link proves the ownership of the account, but
 * the second factor is still needed.
 */
export async function resetPassword(
  { db, tokens, origins, events }: AccountContext,
  { token, password, code, client }: HandlerInput<typeof resetPasswordCall>['body'] & { client: ClientDetails },
): Promise<TokenPair> {
  // The link is checked before the password is hashed, so that an invalid link causes no expensive work.
  const { hash, email, user_id: userId } = await findMailLink(db, token, ['reset'])
  if (userId === null) throw new Error('A reset link belongs to an account.')
  await requireAcceptablePassword(password, email)
  await requireSecondFactorIfEnabled(db, userId, code)
  const passwordHash = await hashPassword(password)
  const origin = chooseOwnOrigin(client.origin, origins)
  const begun = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'banned_at'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw new Refusal('link_expired')
    if (user.banned_at !== null) throw new Refusal('account_banned')
    await markMailLinkUsed(tx, hash)
    await replacePasswordAndEndSessions(tx, user, passwordHash, origin)
    await events.publish(tx, 'access.changed', { userId })
    return beginSession(tx, { userId, method: 'link', client })
  })
  return signFirstTokens(tokens, begun)
}

/** Sets a password, ends all sessions except one, invalidates open links, and notifies the owner. */
export async function replacePasswordAndEndSessions(
  db: DatabaseOrTx,
  user: { id: string; name: string; email: string },
  passwordHash: string,
  origin: string,
  exceptSession = '',
): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  await invalidateMailLinks(db, 'reset', { userId: user.id })
  // An attacker who knew the old password may have requested a change of the email address.
  await invalidateMailLinks(db, 'email', { userId: user.id })
  await endSessionsOfUser(db, user.id, { except: exceptSession })
  await enqueueAccountMail(db, 'passwordChanged', user, { url: `${origin}/reset-password` })
}
