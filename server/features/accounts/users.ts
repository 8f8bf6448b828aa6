import type { AuthUser, Role } from '#contract/accounts.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import type { EmailKey, EmailWithKey } from '../../db/email-key.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import { createId } from '../../db/ids.ts'
import { Refusal } from '../../http/failures.ts'

export const toProfilePicturePath = (pictureId: string | null): string | null => pictureId && `/pictures/${pictureId}`

/** Finds the account with this email address; guests are ignored. */
export function findReaderByEmail(db: DatabaseOrTx, key: EmailKey) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'banned_at'])
    .where('email_key', '=', key)
    .where('is_guest', '=', 0)
    .executeTakeFirst()
}

/** Selects the guests with this email address. Each login of a guest creates another one. */
export const selectGuestsByEmail = (db: DatabaseOrTx, key: EmailKey) =>
  db.selectFrom('users').where('email_key', '=', key).where('is_guest', '=', 1)

/**
 * Locks an account whose password was verified before the transaction.
 * @throws {Refusal} wrong_credentials when the password has changed since, because the change has ended all sessions
 */
export async function lockAndRequireSamePassword(
  tx: DatabaseOrTx,
  { id, password_hash }: { id: string; password_hash: string | null },
): Promise<void> {
  // The update changes no value; it locks the row. SQLite always locks the whole database.
  const locked = tx.updateTable('users').set({ password_hash }).where('id', '=', id)
  if (!(await hasChangedRows(locked.where('password_hash', '=', password_hash)))) throw new Refusal('wrong_credentials')
}

/** Creates a reader, whose email address counts as confirmed, or a guest. @returns the id of the account */
export async function createUser(
  db: DatabaseOrTx,
  user: EmailWithKey & { name: string; passwordHash?: string | null; guest?: boolean },
): Promise<string> {
  const id = createId()
  await db
    .insertInto('users')
    .values({
      id,
      name: user.name,
      email: user.email,
      email_key: user.key,
      password_hash: user.passwordHash ?? null,
      is_guest: user.guest ? 1 : 0,
      created_at: Date.now(),
    })
    .execute()
  return id
}

export async function listUserRoles(db: DatabaseOrTx, userId: string, isGuest: 0 | 1): Promise<Role[]> {
  if (isGuest) return ['Guest']
  const rows = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute()
  return rows.map(({ role }) => role)
}

/** Returns the data of an account that pages show to its owner (S3.01). */
export async function readAuthUser(db: DatabaseOrTx, userId: string): Promise<AuthUser> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'picture_id', 'is_guest'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id: user.id,
    user: user.name,
    email: user.email,
    profilePicture: toProfilePicturePath(user.picture_id),
    roles: await listUserRoles(db, user.id, user.is_guest),
  }
}
