import type { Selectable } from 'kysely'
import type { DatabaseOrTx, Tx } from './database.ts'
import type { Schema } from './schema.ts'

const columns = ['id', 'name', 'email', 'email_key', 'picture_id', 'is_guest', 'banned_at', 'created_at'] as const

/** The columns of an account that features other than accounts may read. */
export type SharedAccountColumns = Pick<Selectable<Schema['users']>, (typeof columns)[number]>

/**
 * Selects accounts with their shared columns, to be joined or filtered. Only the accounts feature and this file use the
 * table of accounts.
 */
export const buildAccountsQuery = (db: Pick<DatabaseOrTx, 'selectFrom'>) => db.selectFrom('users').select(columns)

/** Selects the key of an account's email address, for a comparison. */
export const buildUserEmailKeyQuery = (db: DatabaseOrTx, userId: string) =>
  db.selectFrom('users').select('email_key').where('id', '=', userId)

/**
 * Locks an account until the end of the transaction, so that nobody can ban or delete it in the meantime.
 * @returns its shared columns; undefined for an account that is banned or deleted
 */
export const tryLockActiveAccount = (tx: Tx, userId: string): Promise<SharedAccountColumns | undefined> =>
  tx
    .updateTable('users')
    // The update changes nothing but locks the row; SQLite locks the whole database anyway.
    .set({ banned_at: null })
    .where('id', '=', userId)
    .where('banned_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/**
 * Locks an account, banned or not, until the end of the transaction. A transaction locks the account before its links
 * and its sessions; with different orders, two transactions could deadlock.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ banned_at: ref('banned_at') }))
    .where('id', '=', userId)
    .execute()
}
