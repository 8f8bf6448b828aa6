import type { KyselyPlugin } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Delays results of queries, so that a test can change the database between two steps of a call.
 * @param matches a result is delayed when this returns true for one of its rows
 * @returns `slowDb`: the database with the delayed queries; `reached`: resolves when the first result is delayed;
 * `release`: ends the delay of all results
 */
export function holdQuery(db: Database, matches: (row: Record<string, unknown>) => boolean) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some(matches)) {
        reached.resolve()
        await released.promise
      }
      return result
    },
  }
  return { slowDb: db.withPlugin(hold), reached: reached.promise, release: released.resolve }
}
