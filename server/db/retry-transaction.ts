import { isRefusal } from '../http/failures.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Runs a transaction, and once more when the database refuses it. When two transactions insert the same unique key at
 * the same time, one fails on Postgres; its second run finds the row of the other. An unavailable database is not
 * retried: the caller has waited, and the transaction may have been committed. A Refusal is final.
 */
export function retryTransaction<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error) =>
    isRefusal(error) || error instanceof DatabaseUnavailable ? Promise.reject(error) : run(),
  )
}
