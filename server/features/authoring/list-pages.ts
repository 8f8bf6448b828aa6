import type { ContentPage } from '#contract/authoring.ts'
import { DAY_MS } from '#contract/limits.ts'
import { toPageKey } from '#contract/page-key.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { listDrafts } from './drafts.ts'
import { listPageSourceFiles, type PageFrontMatter, parsePageFrontMatter, readPageFile } from './page-files.ts'

const READ_DAYS = 30

/** Lists the pages of the folder and the drafts of new pages: drafts first, then by date, the latest first. */
export async function listPages(db: DatabaseOrTx, folder: string): Promise<ContentPage[]> {
  const drafts = await listDrafts(db)
  const countOf = await readCounts(db)
  const rowOf = (facts: PageFrontMatter, row: Pick<ContentPage, 'file' | 'draftId' | 'state'>): ContentPage => {
    const { isDraft: _, ...shown } = facts
    return { ...row, ...shown, ...countOf(facts.path) }
  }
  const rows: ContentPage[] = []
  const files = listPageSourceFiles(folder)
  for (const { id, file, source } of drafts) {
    // A draft also stays when somebody has deleted the file of its page outside the desk.
    if (file !== null && files.includes(file)) continue
    rows.push(rowOf(parsePageFrontMatter(source, file ?? 'A new page'), { file: null, draftId: id, state: 'draft' }))
  }
  for (const file of files) {
    const source = await readPageFile(folder, file)
    if (source === null) continue
    const facts = parsePageFrontMatter(source, file)
    const draft = drafts.find((draft) => draft.file === file)
    const isChanged = draft !== undefined && draft.source !== source
    rows.push(rowOf(facts, { file, draftId: draft?.id ?? null, state: stateOf(facts, isChanged) }))
  }
  const isOpen = ({ state }: ContentPage) => state === 'draft' || state === 'changed'
  return rows.toSorted(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) || b.published.localeCompare(a.published) || a.path.localeCompare(b.path),
  )
}

function stateOf({ isDraft, published }: PageFrontMatter, isChanged: boolean): ContentPage['state'] {
  if (isDraft) return 'draft'
  if (Date.parse(published) > Date.now()) return 'scheduled'
  return isChanged ? 'changed' : 'published'
}

/** Counts the readers of the last 30 days and the comments of each page. @returns the counts by the path of a page */
async function readCounts(db: DatabaseOrTx) {
  const since = new Date(Date.now() - READ_DAYS * DAY_MS).toISOString().slice(0, 10)
  const visits = await db
    .selectFrom('statistics_pages')
    .select(({ fn }) => ['page', fn.sum<number>('readers').as('readers')])
    .where('day', '>', since)
    .groupBy('page')
    .execute()
  const comments = await db.selectFrom('comment_pages').select(['page', 'count']).execute()
  return (path: string) => ({
    readers: Number(visits.find(({ page }) => page === path)?.readers ?? 0),
    comments: comments.find(({ page }) => page === toPageKey(path))?.count ?? 0,
  })
}
