import { PROOF_MS } from '#contract/limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import type { AccountContext } from '../account-context.ts'
import { verifyPassword } from '../passwords.ts'
import { ownerOf } from './owner.ts'

/**
 * Stores that the caller has just proved with the password to be the owner of the account.
 * @throws {Refusal} proof_required when the account has no password, wrong_password when it is another one
 */
export async function proveAccount({ db }: AccountContext, actor: Actor, password: string): Promise<void> {
  const { password_hash: hash } = await ownerOf(db, actor)
  if (hash === null) throw new Refusal('proof_required')
  if (!(await verifyPassword(hash, password))) throw new Refusal('wrong_password')
  await db.updateTable('sessions').set({ proved_at: Date.now() }).where('id', '=', actor.sessionId).execute()
}

/** @throws {Refusal} proof_required unless the caller's session has a proof of the last 15 minutes */
export async function requireProof(db: Queries, { sessionId }: Actor): Promise<void> {
  const proof = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('proved_at', '>', Date.now() - PROOF_MS)
    .executeTakeFirst()
  if (!proof) throw new Refusal('proof_required')
}
