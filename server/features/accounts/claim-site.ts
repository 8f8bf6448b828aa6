import type { claimSiteAsFirstAdmin as claimSiteCall, TokenPair } from '#contract/accounts.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { recordAction } from '../../db/audit-log.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, Tx } from '../../db/database.ts'
import { emptyEmailKey } from '../../db/email-key.ts'
import { retryOnce } from '../../db/retry-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { ClientDetails } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { parseEmail } from '../../http/parse-email.ts'
import { parseName } from '../../http/parse-name.ts'
import type { AccountContext } from './account-context.ts'
import { findMailLink, insertMailLink, invalidateMailLinks, markMailLinkUsed } from './mail-links.ts'
import { lockActorAccount } from './my-account/actor-account.ts'
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts'
import { refuseAccountWithSecondFactor } from './second-factor/codes.ts'
import { beginSession, signFirstTokens } from './sessions.ts'
import { createUser, findReaderByEmail, lockAndRequireSamePassword } from './users.ts'

/**
 * Creates the link with which a visitor becomes the first admin, and invalidates earlier links. @returns the secret of
 * the link; null when the site has an admin
 */
export async function insertClaimLink(db: Database): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasAdmin(tx)) return null
    await invalidateMailLinks(tx, 'claim', { key: emptyEmailKey })
    return insertMailLink(tx, { purpose: 'claim', email: '', key: emptyEmailKey })
  })
}

type Claim = HandlerInput<typeof claimSiteCall>['body'] & { actor: Actor | null; client: ClientDetails }

/**
 * Makes the visitor the first admin: with the account that is logged in, with the account of the given email address
 * and password, or with a new account. The email address of the new account counts as confirmed.
 */
export async function claimSiteAsFirstAdmin(context: AccountContext, claim: Claim): Promise<TokenPair> {
  const { db, tokens } = context
  const link = await findMailLink(db, claim.token, ['claim'])
  // The retry identifies the claimant again, because an account with the email address may have been created meanwhile.
  const begun = await retryOnce(async () => {
    const lockOrCreateAccount = await identifyClaimant(context, claim)
    return db.transaction().execute(async (tx) => {
      await markMailLinkUsed(tx, link.hash)
      if (await hasAdmin(tx)) throw new Refusal('link_used')
      const { id: userId, name } = await lockOrCreateAccount(tx)
      await tx.insertInto('user_roles').values({ user_id: userId, role: 'Admin' }).execute()
      const target = { id: userId, name }
      await recordAction(tx, {
        actor: { userId, name },
        action: 'site claimed',
        target,
        detail: 'by the one-time link',
      })
      return beginSession(tx, { userId, method: 'link', client: claim.client })
    })
  })
  return signFirstTokens(tokens, begun)
}

/**
 * Identifies the claimant before the transaction, because passwords are slow to hash.
 * @returns a function that creates the account, or locks it and checks that its session or password is still valid
 */
async function identifyClaimant(
  { db, events }: AccountContext,
  { name: nameInput, email, password, actor }: Claim,
): Promise<(tx: Tx) => Promise<{ id: string; name: string }>> {
  if (actor && !actor.roles.includes('Guest')) return (tx) => lockActorAccount(tx, actor)
  const address = parseEmail(email)
  const reader = await findReaderByEmail(db, address.key)
  if (reader) {
    if (!(await verifyPassword(reader.password_hash, password))) throw new Refusal('wrong_credentials')
    return async (tx) => {
      await lockAndRequireSamePassword(tx, reader)
      await refuseAccountWithSecondFactor(tx, reader.id)
      return reader
    }
  }
  const name = parseName(nameInput)
  await requireAcceptablePassword(password, address.email)
  const passwordHash = await hashPassword(password)
  return async (tx) => {
    const id = await createUser(tx, { ...address, name, passwordHash })
    await events.publish(tx, 'email.confirmed', { userId: id, key: address.key })
    return { id, name }
  }
}

const hasAdmin = (tx: Tx): Promise<boolean> => hasRow(tx.selectFrom('user_roles').where('role', '=', 'Admin'))
