import type { DatabaseConnection, Driver, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** What is left to do once a transaction has been committed, such as telling open pages; it does not fail. */
export type AfterCommit = () => void

/** Functions that wait for the commit of a connection's transaction. */
const waiting = new WeakMap<DatabaseConnection, AfterCommit[]>()

/**
 * Runs a function as soon as the transaction has been committed, never when it is rolled back, and at once where `db` is
 * no transaction. It is not run either when the answer to the commit is lost.
 */
export async function afterCommit(db: Kysely<Schema>, run: AfterCommit): Promise<void> {
  if (!db.isTransaction) return run()
  await db.getExecutor().provideConnection(async (connection) => {
    waiting.get(connection)?.push(run)
  })
}

/** Lets a driver run what waits for its commits (`afterCommit`). @returns the same driver */
export function runsAfterCommit(driver: Driver): Driver {
  const [begin, commit] = [driver.beginTransaction.bind(driver), driver.commitTransaction.bind(driver)]
  driver.beginTransaction = async (connection, settings) => {
    // A connection is used again: what waited for a transaction that was rolled back goes.
    waiting.set(connection, [])
    await begin(connection, settings)
  }
  driver.commitTransaction = async (connection) => {
    await commit(connection)
    for (const run of waiting.get(connection) ?? []) run()
  }
  return driver
}
