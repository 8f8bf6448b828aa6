import { OWNERSHIP_PROOF_LIFETIME_MS, RECENT_LOGIN_MS } from '#contract/limits.ts'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { finishPasskeyAuthentication } from '../passkeys/assertions.ts'
import { verifyPassword } from '../passwords.ts'
import { requireSecondFactorIfEnabled } from '../second-factor/codes.ts'
import { getActorAccount } from './actor-account.ts'

/**
 * Stores that the caller has just proved to be the owner of the account: with the password and the second factor, or
 * with a passkey.
 * @throws {Refusal} proof_required when the account has no password; wrong_password; the refusals of
 * requireSecondFactorIfEnabled and finishPasskeyAuthentication
 */
export async function verifyAndRecordOwnerProof(
  context: AccountContext,
  actor: Actor,
  proof: { password: string; code?: string | undefined } | { credential: PasskeyAssertion },
): Promise<void> {
  const { id, password_hash: hash } = await getActorAccount(context.db, actor)
  if ('password' in proof) {
    if (hash === null) throw new Refusal('proof_required')
    if (!(await verifyPassword(hash, proof.password))) throw new Refusal('wrong_password')
    await requireSecondFactorIfEnabled(context.db, id, proof.code)
  } else {
    const use = { purpose: 'proof', sessionId: actor.sessionId } as const
    if ((await finishPasskeyAuthentication(context, proof.credential, use)) !== id) throw new Refusal('passkey_refused')
  }
  await context.db.updateTable('sessions').set({ proved_at: Date.now() }).where('id', '=', actor.sessionId).execute()
}

/**
 * Requires that the caller has proved the ownership of the account within the last 15 minutes and in this session. An
 * account that has neither a password nor a passkey needs a login within the last 10 minutes instead.
 * @throws {Refusal} proof_required
 */
export async function requireOwnerProof(db: DatabaseOrTx, actor: Actor): Promise<void> {
  const { password_hash: hash, proved_at: provedAt } = await getActorAccount(db, actor)
  if (provedAt !== null && provedAt > Date.now() - OWNERSHIP_PROOF_LIFETIME_MS) return
  const isRecent = Date.now() - actor.loggedInAt <= RECENT_LOGIN_MS
  const passkeys = db.selectFrom('passkeys').where('user_id', '=', actor.userId)
  if (hash !== null || !isRecent || (await hasRow(passkeys))) throw new Refusal('proof_required')
}
