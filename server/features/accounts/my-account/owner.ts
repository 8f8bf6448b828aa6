import type { Transaction } from 'kysely'
import { RECENT_LOGIN_MS } from '#contract/limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { verifyPassword } from '../passwords.ts'

/**
 * The account of who makes the call, as it is now.
 * @throws {Refusal} unauthenticated when the session has been closed or the account has gone meanwhile
 */
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

/**
 * The same, for a change: nobody else changes the account before the end of the transaction, and what was true before
 * something slow, such as a hashing, is looked at again.
 * @throws {Refusal} unauthenticated
 */
export async function lockOwner(tx: Transaction<Schema>, actor: Actor) {
  // Changes nothing, but holds the row; SQLite holds the whole database anyway.
  await tx.updateTable('users').set({ is_guest: 0 }).where('id', '=', actor.userId).where('is_guest', '=', 0).execute()
  return ownerOf(tx, actor)
}

/**
 * Has the owner prove that it is them and not somebody at their open browser: by the password, or, where the account has
 * none, by a login of the last 10 minutes.
 * @throws {Refusal} wrong_password, login_too_old, busy
 */
export async function proveOwner(db: Queries, actor: Actor, currentPassword: string): Promise<void> {
  const { password_hash: hash } = await ownerOf(db, actor)
  if (hash === null) {
    if (Date.now() - actor.loggedInAt > RECENT_LOGIN_MS) throw new Refusal('login_too_old')
  } else if (!(await verifyPassword(hash, currentPassword))) {
    throw new Refusal('wrong_password')
  }
}
