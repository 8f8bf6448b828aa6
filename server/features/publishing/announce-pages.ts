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
 * the build no longer has, because they became a draft, were deleted or are private. Stores the changed titles,
 * descriptions and paths of announced pages, because mails that wait contain them.
 */
export function createPageEventPublisher({ db, events, build }: AnnouncerContext) {
  let isStarted = false
  /** The keys of pages that need no further check. */
  const known = new Set<string>()
  /** The pages of the build for which `followBuild` last ran. */
  let followed: readonly SitePage[] | undefined

  /** Records the pages that exist before the first start, so that they are never announced. */
  async function start(): Promise<void> {
    if ((await readSetting(db, SINCE)) === undefined)
      await db.transaction().execute(async (tx) => {
        const now = Date.now()
        for (const page of build.pages) if (isPublishedArticle(page, now)) await insertPage(tx, page, null)
        await writeSetting(tx, SINCE, now)
      })
    await followBuild()
    isStarted = true
  }

  /**
   * Updates the facts of announced pages that mails contain, and withdraws the pages that no reader can open any more,
   * once for each build.
   */
  async function followBuild(): Promise<void> {
    const { pages } = build
    if (pages === followed) return
    const open = new Map(
      pages.flatMap((page) =>
        page.private ? [] : [page.key, ...page.aliases.map(toPageKey)].map((key) => [key, page] as const),
      ),
    )
    const announced = await db
      .selectFrom('announced_pages')
      .select(['page', 'title', 'description', 'path'])
      .where('announced_at', 'is not', null)
      .execute()
    for (const { page: key, ...facts } of announced) {
      const page = open.get(key)
      // Each page in its own statement or transaction: the newsletter locks these rows and the mails in another order.
      if (!page) await db.transaction().execute((tx) => events.publish(tx, 'page.withdrawn', { key }))
      else if (mailedFacts.some((fact) => page[fact] !== facts[fact])) await updatePage(db, key, page)
    }
    followed = pages
  }

  /** Announces the pages that are new. A page that was announced is not announced again. */
  async function announceDue(): Promise<void> {
    if (!isStarted) return
    await followBuild()
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

/** The facts that a mail contains. A weekly mail is sent up to a week after its page has appeared. */
const mailedFacts = ['title', 'description', 'path'] as const

async function updatePage(db: Database, key: string, { title, description, path }: SitePage): Promise<void> {
  await db.updateTable('announced_pages').set({ title, description, path }).where('page', '=', key).execute()
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
