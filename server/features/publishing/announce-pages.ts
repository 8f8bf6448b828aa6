import { toPageKey } from '#contract/page-key.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { EventBus } from '../../events/events.ts'
import type { SitePage } from '../../http/build-output.ts'
import { isPublishedArticle, isRecentlyPublished } from '../../http/new-pages.ts'
import type { ServedBuild } from '../../http/served-build.ts'

export interface AnnouncerContext {
  db: Database
  events: Pick<EventBus, 'publish'>
  build: Pick<ServedBuild, 'pages'>
}

/**
 * The setting with the time of the first start. Its name contains `newsletter`, because earlier versions announced
 * pages only in the newsletter.
 */
const SINCE = 'newsletter.since'

/**
 * Publishes `page.appeared` once for each new page of the served build, and `page.withdrawn` for announced pages that
 * the build no longer has, because they became a draft, were deleted or are private.
 */
export function createPageEventPublisher({ db, events, build }: AnnouncerContext) {
  let isStarted = false
  /** The keys of pages that need no further check. */
  const known = new Set<string>()
  /** The pages of the build for which `withdrawMissing` last ran. */
  let searched: readonly SitePage[] | undefined

  /** Records the pages that exist before the first start, so that they are never announced. */
  async function start(): Promise<void> {
    if ((await readSetting(db, SINCE)) === undefined)
      await db.transaction().execute(async (tx) => {
        const now = Date.now()
        for (const page of build.pages) if (isPublishedArticle(page, now)) await insertPage(tx, page, null)
        await writeSetting(tx, SINCE, now)
      })
    await withdrawMissing()
    isStarted = true
  }

  /** Withdraws the announced pages that no reader can open any more, once for each build. */
  async function withdrawMissing(): Promise<void> {
    const { pages } = build
    if (pages === searched) return
    const open = new Set(pages.flatMap((page) => (page.private ? [] : [page.key, ...page.aliases.map(toPageKey)])))
    const announced = await db
      .selectFrom('announced_pages')
      .select('page')
      .where('announced_at', 'is not', null)
      .execute()
    const missing = announced.filter(({ page }) => !open.has(page))
    if (missing.length > 0)
      await db.transaction().execute(async (tx) => {
        for (const { page } of missing) await events.publish(tx, 'page.withdrawn', { key: page })
      })
    searched = pages
  }

  /** Announces the pages that are new. A page that was announced is not announced again. */
  async function announceDue(): Promise<void> {
    if (!isStarted) return
    await withdrawMissing()
    const now = Date.now()
    const candidates = build.pages.filter((page) => !known.has(page.key) && isPublishedArticle(page, now))
    if (candidates.length === 0) return
    await db.transaction().execute(async (tx) => {
      for (const page of candidates) await announcePage(tx, page, now)
    })
    for (const { key } of candidates) known.add(key)
  }

  async function announcePage(tx: Tx, page: SitePage, now: number): Promise<void> {
    const isNew = isRecentlyPublished(page, now) && !(await isRenamed(tx, page))
    const isInserted = await insertPage(tx, page, isNew ? now : null)
    const { key, title, description, path } = page
    if (isInserted && isNew) await events.publish(tx, 'page.appeared', { key, title, description, path })
  }

  return { start, announceDue }
}

/** Adds a page. @returns false when the page is already stored, perhaps by another process */
async function insertPage(tx: Tx, page: SitePage, announcedAt: number | null): Promise<boolean> {
  const { key, title, description, path } = page
  const row = { page: key, id: createId(), title, description, path, announced_at: announcedAt, sent: 0, failed: 0 }
  return (await insertNewRows(tx, 'announced_pages', row)) > 0
}

/** Returns whether a page is already stored under one of its aliases. */
async function isRenamed(tx: Tx, { aliases }: SitePage): Promise<boolean> {
  return aliases.length > 0 && hasRow(tx.selectFrom('announced_pages').where('page', 'in', aliases.map(toPageKey)))
}
