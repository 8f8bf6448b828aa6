import { lockAccount } from '../../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'

/** Returns the caller's account. @throws {Refusal} unauthenticated when the session or the account no longer exists */
export async function getActorAccount(db: DatabaseOrTx, { userId, sessionId }: Actor) {
  const owner = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.email_key', 'users.password_hash', 'users.created_at'])
    .select(['users.picture_id', 'sessions.proved_at'])
    .where('users.id', '=', userId)
    .where('users.banned_at', 'is', null)
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new Refusal('unauthenticated')
  return owner
}

/**
 * Locks the caller's account and reads it again, because the account may have changed while the call did slow work,
 * such as hashing a password.
 */
export async function lockActorAccount(tx: Tx, actor: Actor) {
  await lockAccount(tx, actor.userId)
  return getActorAccount(tx, actor)
}
