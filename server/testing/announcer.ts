import type { Database } from '../db/database.ts'
import { createEventBus, type Subscription } from '../events/events.ts'
import { createPageEventPublisher } from '../features/publishing/announce-pages.ts'
import type { SitePage } from '../http/build-output.ts'

/**
 * Starts the announcer of new pages of one process, as the server does when it starts.
 * @param pages the pages of its build
 * @param subscriptions the subscriptions to the events about new pages
 * @returns `announceDue`, which announces the due pages, and `serve`, which begins to serve other pages
 */
export async function startPageAnnouncer(db: Database, pages: SitePage[], subscriptions: readonly Subscription[]) {
  const build = { pages }
  const events = createEventBus((error) => {
    throw error
  })
  events.subscribe(subscriptions)
  const { start, announceDue } = createPageEventPublisher({ db, events, build })
  await start()
  const serve = async (next: SitePage[]) => {
    build.pages = next
    await announceDue()
  }
  return { announceDue, serve }
}
