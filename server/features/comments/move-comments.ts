import type { Transaction } from 'kysely'
import { toPageKey } from '#contract/page-key.ts'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { SitePage } from '../../http/build-output.ts'
import { lockPage, updateVisibility } from './update-visibility.ts'

/** Moves the comments of renamed pages to their new keys. A second run changes nothing. */
export async function moveComments(db: Database, pages: readonly Pick<SitePage, 'key' | 'aliases'>[]): Promise<void> {
  const keys = new Set(pages.map(({ key }) => key))
  for (const { key, aliases } of pages) {
    for (const former of aliases.map(toPageKey)) {
      if (!keys.has(former)) await db.transaction().execute((tx) => movePage(tx, former, key))
    }
  }
}

async function movePage(tx: Transaction<Schema>, former: string, key: string): Promise<void> {
  const commentPage = await tx.selectFrom('comment_pages').select('page').where('page', '=', former).executeTakeFirst()
  if (!commentPage) return
  for (const page of [former, key].sort()) await lockPage(tx, page)
  const row = await tx.selectFrom('comment_pages').select(['count']).where('page', '=', former).executeTakeFirst()
  await tx.updateTable('comments').set({ page: key }).where('page', '=', former).execute()
  await tx.deleteFrom('comment_pages').where('page', '=', former).execute()
  await tx
    .updateTable('comment_pages')
    .set((eb) => ({ count: eb('count', '+', row?.count ?? 0) }))
    .where('page', '=', key)
    .execute()
  await updateVisibility(tx, { page: key })
}
