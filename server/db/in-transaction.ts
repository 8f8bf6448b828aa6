import type { Transaction } from 'kysely'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Runs work in the transaction of the caller, or in a new one. */
export const inTransaction = <T>(db: Queries, run: (tx: Transaction<Schema>) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Transaction<Schema>) : db.transaction().execute(run)
