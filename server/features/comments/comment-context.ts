import type { Transaction } from 'kysely'
import type { Database, Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Events } from '../../events/events.ts'
import type { SitePage } from '../../http/build-output.ts'

export type Tx = Transaction<Schema>

/** Finds the pages that can have comments. */
export interface CommentPages {
  /** Returns the page of a key, of a path, or of a former path (S2.40). @throws {Refusal} not_found */
  get: (pageUrl: string) => SitePage
  /** Returns title and path of a page, also of one that no longer exists. */
  describe: (key: string) => { title: string; path: string }
}

/** The dependencies of the rules of comments. */
export interface CommentContext {
  db: Database
  pages: CommentPages
  /** The version of the build; another version may render the same comments differently. */
  buildVersion: string
  /** The main origin of the site, for links in mails and feeds. */
  origin: string
  /** Returns the address of a picture by its id. */
  pictureAddress: (pictureId: string | null) => string | null
  events: Events
  /** Returns whether an order of the person was ever completed. */
  hasCompletedOrder: (db: Queries, userId: string) => Promise<boolean>
}
