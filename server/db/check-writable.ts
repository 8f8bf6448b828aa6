import type { Database } from './database.ts'

/** The row that is written; each process of a site writes the same one. */
const KEY = 'readiness'

/**
 * Writes a row and commits it: a full disk, a folder that is gone and a server that only reads are found by nothing less.
 * @throws {DatabaseUnavailable}
 */
export async function checkWritable(db: Database): Promise<void> {
  const value = String(Date.now())
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
