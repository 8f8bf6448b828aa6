import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Runs a transaction, and once more when the database refuses it: of two at the same time that would write the same row,
 * such as an account with the same address, one fails on Postgres, and when it looks again it finds what the other wrote.
 * A database that is unavailable is not asked a second time: the caller has waited, and may have been committed.
 * @param isFinal whether an error is an answer, and no reason to look again
 */
export function retryTransaction<T>(run: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T> {
  return run().catch((error) =>
    isFinal(error) || error instanceof DatabaseUnavailable ? Promise.reject(error) : run(),
  )
}
