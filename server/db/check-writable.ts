import type { Database } from './database.ts'

/** The row that the check writes. Every process of the site writes the same one. */
const KEY = 'readiness'

/**
 * Writes and commits a row. Nothing less finds a full disk, a missing folder or a server that only reads.
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
