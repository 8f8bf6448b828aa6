import type { KyselyPlugin } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Holds results of a database, so that a test can change the database between two steps of a call.
 * @param matches whether a row belongs to the results to hold
 * @returns `slowDb`, the database whose results are held; `reached`, which resolves at the first held result; and
 * `release`
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
