import type { Database, Queries } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { CommentPages } from './comment-pages.ts'

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
