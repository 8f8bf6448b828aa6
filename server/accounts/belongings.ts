import type { Transaction } from 'kysely'
import type { AfterCommit } from '../db/after-commit.ts'
import type { Queries } from '../db/database.ts'
import type { EmailKey } from '../db/email-key.ts'
import type { Schema } from '../db/schema.ts'

/** What another part of the site keeps for its readers, and has to know of their accounts. */
export interface Belongings {
  /** Everything of a person's, by what it is, for the download of their data. Times are ISO 8601. */
  exportOf: (db: Queries, userId: string) => Promise<Record<string, unknown>>
  /** Takes it away, before the account goes; what goes with the account by itself needs no word. */
  forget?: (tx: Transaction<Schema>, userId: string) => Promise<AfterCommit>
  /** Somebody has another name, picture or role now, was banned, or is no longer. */
  profileChanged?: (tx: Transaction<Schema>, userId: string) => Promise<AfterCommit>
  /** Somebody has proved that an address is theirs. */
  emailConfirmed?: (tx: Transaction<Schema>, userId: string, key: EmailKey) => Promise<AfterCommit>
}

/** Several parts as one. */
export function together(parts: readonly Belongings[]): Required<Belongings> {
  const each = async (run: (part: Belongings) => Promise<AfterCommit> | undefined): Promise<AfterCommit> => {
    const left: AfterCommit[] = []
    for (const part of parts) left.push((await run(part)) ?? (() => {}))
    return () => {
      for (const tell of left) tell()
    }
  }
  return {
    exportOf: async (db, userId) => {
      const exported = {}
      for (const part of parts) Object.assign(exported, await part.exportOf(db, userId))
      return exported
    },
    forget: (tx, userId) => each((part) => part.forget?.(tx, userId)),
    profileChanged: (tx, userId) => each((part) => part.profileChanged?.(tx, userId)),
    emailConfirmed: (tx, userId, key) => each((part) => part.emailConfirmed?.(tx, userId, key)),
  }
}
