import { isRefusal } from '../http/failures.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/**
 * Runs a transaction, and repeats it once when the database refuses it. When two transactions insert the same unique
 * key at the same time, one fails on Postgres; its second run finds the row of the other. A transaction is not repeated
 * after a Refusal. A transaction is also not repeated when the database is unavailable: it may have been committed, and
 * the caller has already waited.
 */
export function retryTransaction<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error) =>
    isRefusal(error) || error instanceof DatabaseUnavailableError ? Promise.reject(error) : run(),
  )
}
