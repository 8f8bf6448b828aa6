import type { claimSite as claimSiteCall, TokenPair } from '#contract/accounts.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { DAY_MS } from '#contract/limits.ts'
import { recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { emptyEmailKey } from '../../db/email-key.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Client } from '../../http/client.ts'
import { Refusal } from '../../http/failures.ts'
import { parseEmail } from '../../http/parse-email.ts'
import { parseName } from '../../http/parse-name.ts'
import type { AccountContext } from './account-context.ts'
import { consumeMailLink, findMailLink, insertMailLink, invalidateMailLinks } from './mail-links.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { refuseAccountWithSecondFactor } from './second-factor/codes.ts'
import { beginSession, signFirstTokens } from './sessions.ts'
import { createUser, findReaderByEmail } from './users.ts'

/**
 * Creates the link with which a visitor becomes the first admin, and invalidates earlier links. @returns the secret of
 * the link; null when the site has an admin
 */
export async function insertClaimLink(db: Database): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasAdmin(tx)) return null
    await invalidateMailLinks(tx, 'claim', { key: emptyEmailKey })
    return insertMailLink(tx, { purpose: 'claim', email: '', key: emptyEmailKey, lifetime: DAY_MS })
  })
}

type Claim = HandlerInput<typeof claimSiteCall>['body'] & { actor: Actor | null; client: Client }

/**
 * Makes the visitor the first admin: with the account that is logged in, with the account of the given email address
 * and password, or with a new account. The email address of the new account counts as confirmed.
 */
export async function claimSite({ db, tokens }: AccountContext, claim: Claim): Promise<TokenPair> {
  const link = await findMailLink(db, claim.token, ['claim'])
  const admin = await findClaimant(db, claim)
  const makeAdmin = async (tx: DatabaseOrTx) => {
    await consumeMailLink(tx, link.hash)
    if (await hasAdmin(tx)) throw new Refusal('link_used')
    const userId = 'id' in admin ? admin.id : await createUser(tx, admin)
    await tx.insertInto('user_roles').values({ user_id: userId, role: 'Admin' }).execute()
    const target = { id: userId, name: admin.name }
    await recordAction(tx, { actor: null, action: 'site claimed', target, detail: 'by the one-time link' })
    return beginSession(tx, { userId, method: 'link', client: claim.client })
  }
  const begun = await retryTransaction(() => db.transaction().execute(makeAdmin))
  return signFirstTokens(tokens, begun)
}

async function findClaimant(db: DatabaseOrTx, { name, email, password, actor }: Claim) {
  if (actor && !actor.roles.includes('Guest')) return { id: actor.userId, name: actor.name }
  const address = parseEmail(email)
  const reader = await findReaderByEmail(db, address.key)
  if (reader) {
    if (!(await verifyPassword(reader.password_hash, password))) throw new Refusal('wrong_credentials')
    await refuseAccountWithSecondFactor(db, reader.id)
    return { id: reader.id, name: reader.name }
  }
  const account = { ...address, name: parseName(name) }
  await checkNewPassword(password, address.email)
  return { ...account, passwordHash: await hashPassword(password) }
}

async function hasAdmin(tx: DatabaseOrTx): Promise<boolean> {
  const admin = await tx.selectFrom('user_roles').select('role').where('role', '=', 'Admin').limit(1).executeTakeFirst()
  return admin !== undefined
}
