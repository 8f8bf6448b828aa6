import type { DatabaseConnection, Driver, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A function that runs after the commit of a transaction, for example to send an event to open pages. It must not
 * throw.
 */
export type AfterCommitCallback = () => void

/** The functions that run after the commit of a connection's transaction. */
const waiting = new WeakMap<DatabaseConnection, AfterCommitCallback[]>()

/**
 * Runs a function after the commit of the transaction. After a rollback, the function does not run. When `db` is not a
 * transaction, the function runs immediately. When the connection is lost before the database confirms the commit, the
 * function does not run.
 */
export async function afterCommit(db: Kysely<Schema>, run: AfterCommitCallback): Promise<void> {
  if (!db.isTransaction) return run()
  await db.getExecutor().provideConnection(async (connection) => {
    waiting.get(connection)?.push(run)
  })
}

/** Makes a driver run the functions of `afterCommit` after its commits. @returns the same driver */
export function addAfterCommitToDriver(driver: Driver): Driver {
  const [begin, commit] = [driver.beginTransaction.bind(driver), driver.commitTransaction.bind(driver)]
  driver.beginTransaction = async (connection, settings) => {
    // Connections are reused, so functions of a rolled back transaction are dropped here.
    waiting.set(connection, [])
    await begin(connection, settings)
  }
  driver.commitTransaction = async (connection) => {
    await commit(connection)
    for (const run of waiting.get(connection) ?? []) run()
  }
  return driver
}
