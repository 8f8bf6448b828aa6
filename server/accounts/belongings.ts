import type { Transaction } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** What another part of the site keeps for its readers, and has to know of their accounts. */
export interface Belongings {
  /** Everything of a person's, by what it is, for the download of their data. Times are ISO 8601. */
  exportOf: (db: Queries, userId: string) => Promise<Record<string, unknown>>
  /** Takes it away, before the account goes. */
  forget: (tx: Transaction<Schema>, userId: string) => Promise<void>
  /** Somebody has another name or picture now, or was banned, or is no longer. */
  profileChanged: (db: Queries, userId: string) => Promise<void>
}
