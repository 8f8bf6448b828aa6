import { toPageKey } from '#contract/page-key.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { SitePage } from '../../http/build-output.ts'
import { Refusal } from '../../http/failures.ts'
import { computeOncePerBuild, type ServedBuild } from '../../http/served-build.ts'
import type { CommentPageLookup } from './comment-context.ts'
import { lockCommentPage, recomputeVisibility } from './recompute-visibility.ts'

export function createCommentPageLookup(build: Pick<ServedBuild, 'version' | 'pages'>): CommentPageLookup {
  const pagesByKey = computeOncePerBuild(build, ({ pages }) => {
    const former = pages.flatMap((page) => page.aliases.map((path) => [toPageKey(path), page] as const))
    return new Map([...former, ...pages.map((page) => [page.key, page] as const)])
  })
  return {
    get: (pageUrl) => {
      const page = pagesByKey().get(toPageKey(pageUrl))
      if (!page) throw new Refusal('not_found')
      return page
    },
    describe: (key) => {
      const { title, path } = pagesByKey().get(key) ?? { title: key, path: `/${key}` }
      return { title, path }
    },
  }
}

/** Moves the comments of renamed pages to the new keys of the pages. A second run changes nothing. */
export async function moveCommentsOfRenamedPages(
  db: Database,
  pages: readonly Pick<SitePage, 'key' | 'aliases'>[],
): Promise<void> {
  const keys = new Set(pages.map(({ key }) => key))
  for (const { key, aliases } of pages) {
    for (const former of aliases.map(toPageKey)) {
      if (!keys.has(former)) await db.transaction().execute((tx) => movePage(tx, former, key))
    }
  }
}

async function movePage(tx: Tx, former: string, key: string): Promise<void> {
  if (!(await hasRow(tx.selectFrom('comment_pages').where('page', '=', former)))) return
  for (const page of [former, key].sort()) await lockCommentPage(tx, page)
  await tx.updateTable('comments').set({ page: key }).where('page', '=', former).execute()
  const { count } = await tx
    .deleteFrom('comment_pages')
    .where('page', '=', former)
    .returning('count')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('comment_pages')
    .set((eb) => ({ count: eb('count', '+', count) }))
    .where('page', '=', key)
    .execute()
  await recomputeVisibility(tx, { page: key })
}
