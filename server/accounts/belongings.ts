import type { Transaction } from 'kysely'
import type { AfterCommit } from '../db/after-commit.ts'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** What another part of the site keeps for its readers, and has to know of their accounts. */
export interface Belongings {
  /** Everything of a person's, by what it is, for the download of their data. Times are ISO 8601. */
  exportOf: (db: Queries, userId: string) => Promise<Record<string, unknown>>
  /** Takes it away, before the account goes; what goes with the account by itself needs no word. */
  forget?: (tx: Transaction<Schema>, userId: string) => Promise<AfterCommit>
  /** Somebody has another name, picture or role now, was banned, or is no longer. */
  profileChanged?: (tx: Transaction<Schema>, userId: string) => Promise<AfterCommit>
  /** Somebody has proved that an address is theirs. `emailKey`: in the form that is compared. */
  emailConfirmed?: (tx: Transaction<Schema>, userId: string, emailKey: string) => Promise<AfterCommit>
}

/** Several parts as one. */
export function together(parts: readonly Belongings[]): Required<Belongings> {
  const each = (what: 'forget' | 'profileChanged' | 'emailConfirmed') => {
    return async (tx: Transaction<Schema>, userId: string, emailKey = ''): Promise<AfterCommit> => {
      const left: AfterCommit[] = []
      for (const part of parts) left.push((await part[what]?.(tx, userId, emailKey)) ?? (() => {}))
      return () => {
        for (const tell of left) tell()
      }
    }
  }
  return {
    exportOf: async (db, userId) => {
      const exported = {}
      for (const part of parts) Object.assign(exported, await part.exportOf(db, userId))
      return exported
    },
    forget: each('forget'),
    profileChanged: each('profileChanged'),
    emailConfirmed: each('emailConfirmed'),
  }
}
