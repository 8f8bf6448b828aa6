import type { DatabaseOrTx, Tx } from './database.ts'

/** Runs work in the transaction of the caller, or in a new one. */
export const ensureTransaction = <T>(db: DatabaseOrTx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : db.transaction().execute(run)
