import type { Transaction } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

/** What a feature keeps of a person (GDPR, articles 15 and 17). */
export interface UserData {
  /** Everything of a person by what it is, for the download of their data. Times are ISO 8601. */
  export: (db: Queries, userId: string) => Promise<Record<string, unknown>>
  /** Erases it before the account is deleted; rows that refer to the account are deleted with it. */
  erase: (tx: Transaction<Schema>, userId: string) => Promise<void>
}

/** Merges the user data of several features, in their order. A feature without `erase` keeps nothing but rows of the account. */
export const mergeUserData = (parts: readonly (Pick<UserData, 'export'> & Partial<UserData>)[]): UserData => ({
  export: async (db, userId) => {
    const exported = {}
    for (const part of parts) Object.assign(exported, await part.export(db, userId))
    return exported
  },
  erase: async (tx, userId) => {
    for (const part of parts) await part.erase?.(tx, userId)
  },
})
