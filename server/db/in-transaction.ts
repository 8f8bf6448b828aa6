import type { Queries, Tx } from './database.ts'

/** Runs work in the transaction of the caller, or in a new one. */
export const inTransaction = <T>(db: Queries, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : db.transaction().execute(run)
