import { isRefusal } from '../http/failures.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/**
 * Runs a transaction, and repeats it once when the database refuses it. When two transactions insert the same unique
 * key at the same time, one fails on Postgres. When this transaction runs again, it finds the row that the other one
 * has inserted. A transaction is not repeated after a Refusal, nor when the database is unavailable, because the
 * transaction may have been committed and the caller has already waited.
 */
export function retryTransaction<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error) =>
    isRefusal(error) || error instanceof DatabaseUnavailableError ? Promise.reject(error) : run(),
  )
}
