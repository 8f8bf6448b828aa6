import { RECENT_LOGIN_MS } from '#contract/limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import type { Tx } from '../account-context.ts'
import { verifyPassword } from '../passwords.ts'

/** Returns the caller's account. @throws {Refusal} unauthenticated when the session or the account no longer exists */
export async function ownerOf(db: Queries, { userId, sessionId }: Actor) {
  const owner = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.email_key', 'users.password_hash', 'users.created_at'])
    .select('users.picture_id')
    .where('users.id', '=', userId)
    .where('users.banned_at', 'is', null)
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new Refusal('unauthenticated')
  return owner
}

/** Locks the caller's account and reads it again, because it may have changed during slow work such as hashing. */
export async function lockOwner(tx: Tx, actor: Actor) {
  // The update changes no value; it locks the row. SQLite always locks the whole database.
  await tx.updateTable('users').set({ is_guest: 0 }).where('id', '=', actor.userId).where('is_guest', '=', 0).execute()
  return ownerOf(tx, actor)
}

/**
 * Checks that the caller is the owner and not another person at the owner's open browser. The proof is the password,
 * or, when the account has no password, a login within the last 10 minutes.
 */
export async function proveOwner(db: Queries, actor: Actor, currentPassword: string): Promise<void> {
  const { password_hash: hash } = await ownerOf(db, actor)
  if (hash === null) {
    if (Date.now() - actor.loggedInAt > RECENT_LOGIN_MS) throw new Refusal('login_too_old')
  } else if (!(await verifyPassword(hash, currentPassword))) {
    throw new Refusal('wrong_password')
  }
}
