import type { Database } from './database.ts'
import { writeSetting } from './settings.ts'

/** The key of the row that the check writes. Every process of the site writes the same row. */
const KEY = 'readiness'

/**
 * Writes and commits a row. Reading alone would not detect a full disk, a missing folder or a read-only server.
 * @throws {DatabaseUnavailableError}
 */
export const writeProbeRow = (db: Database): Promise<void> => writeSetting(db, KEY, Date.now())
