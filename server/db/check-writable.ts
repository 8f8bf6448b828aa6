import type { Database } from './database.ts'

/** The key of the row that the check writes. Every process of the site writes the same row. */
const KEY = 'readiness'

/**
 * Writes and commits a row. Reading alone would not detect a full disk, a missing folder or a read-only server.
 * @throws {DatabaseUnavailableError}
 */
export async function writeProbeRow(db: Database): Promise<void> {
  const value = String(Date.now())
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
