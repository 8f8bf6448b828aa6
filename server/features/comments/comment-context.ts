import type { Database, Queries } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { CommentPages } from './comment-pages.ts'

/** What the rules of comments work with. */
export interface CommentContext {
  db: Database
  pages: CommentPages
  /** The version of the build: another one may say the same things in other words. */
  buildVersion: string
  /** Where the site is, for links in mails and feeds. */
  origin: string
  /** Gives the address of a picture by its id. */
  pictureAddress: (pictureId: string | null) => string | null
  events: Events
  /** Whether somebody has ever got what they ordered from a kitchen. */
  hasCompletedOrder: (db: Queries, userId: string) => Promise<boolean>
}
