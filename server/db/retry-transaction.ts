import { isRefusal } from '../http/failures.ts'
import type { Database, Tx } from './database.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/**
 * Runs a transaction, and repeats it once when the database refuses it. When two transactions insert the same unique
 * key at the same time, one fails on Postgres. When this transaction runs again, it finds the row that the other one
 * has inserted. A transaction is not repeated after a Refusal. When the database is unavailable, it is not repeated
 * either: it may have been committed, and the caller has already waited.
 */
export const retryTransaction = <T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  retryOnce(() => db.transaction().execute(run))

/** Runs work that consists of a transaction and other steps, and repeats all of it like `retryTransaction`. */
export const retryOnce = <T>(run: () => Promise<T>): Promise<T> =>
  run().catch((error) =>
    isRefusal(error) || error instanceof DatabaseUnavailableError ? Promise.reject(error) : run(),
  )
