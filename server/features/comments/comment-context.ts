import type { Database, DatabaseOrTx } from '../../db/database.ts'
import type { EventBus } from '../../events/events.ts'
import type { SitePage } from '../../http/build-output.ts'
import type { ServedBuild } from '../../http/served-build.ts'

export interface CommentPageLookup {
  /** Returns the page with a key, a path or an alias (S2.40). @throws {Refusal} not_found */
  get: (pageUrl: string) => SitePage
  /** Returns title and path of a page, even when the page no longer exists. */
  describe: (key: string) => { title: string; path: string }
}

export interface CommentContext {
  db: Database
  pages: CommentPageLookup
  /**
   * Cached comments depend on the version of the build, because another version may render the same comments
   * differently.
   */
  build: Pick<ServedBuild, 'version'>
  origin: string
  pictureAddress: (pictureId: string | null) => string | null
  events: EventBus
  hasCompletedOrder: (db: DatabaseOrTx, userId: string) => Promise<boolean>
}
