import * as z from 'zod'
import { buildAccountsQuery } from '../../db/accounts.ts'
import type { Database } from '../../db/database.ts'
import type { SitePage } from '../../http/build-output.ts'

const FORMAT = 'site comments'
const VERSION = 1

/**
 * The first fields of an export. An import recognises an export by these fields. The word before "comments" differs
 * between sites.
 */
export const exportHeaderSchema = z.object({ format: z.string().regex(/^\w+ comments$/), version: z.literal(VERSION) })

const instant = z.iso.datetime()

/** An exported comment; docs/comments-import.md describes the format. */
export const exportedSiteCommentSchema = z.object({
  id: z.uuid(),
  page: z.string(),
  threadId: z.uuid(),
  parentId: z.uuid().nullable(),
  /** The author's name; empty when only a placeholder of the comment is exported. */
  author: z.string(),
  content: z.string(),
  createdAt: instant,
  editedAt: instant.nullable(),
  state: z.enum(['visible', 'pending', 'hidden', 'deleted']),
  /** The source of an imported comment, such as `disqus:123`. */
  source: z.string().max(200).nullable(),
})
export type ExportedSiteComment = z.output<typeof exportedSiteCommentSchema>

const BATCH = 1_000

/**
 * Yields comments as JSON in pieces, one comment a line, oldest first. The JSON contains no email addresses.
 * @param all whether to include the comments that the public cannot read, such as those of private pages and of pages
 *   that the site no longer has
 */
export async function* streamCommentExport(
  db: Database,
  pages: readonly SitePage[],
  all: boolean,
): AsyncGenerator<string> {
  const exportedPages = all ? pages : pages.filter((page) => !page.private)
  const head = {
    format: FORMAT,
    version: VERSION,
    exportedAt: new Date().toISOString(),
    pages: exportedPages.map(({ key, path, title }) => ({ key, path, title })),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"comments":[`
  // An empty key is added, because databases refuse an empty list.
  const publicKeys = all ? undefined : ['', ...exportedPages.map(({ key }) => key)]
  let after = ''
  let separator = '\n'
  for (;;) {
    const rows = await readBatch(db, after, publicKeys)
    let piece = ''
    for (const row of rows) {
      piece += separator + JSON.stringify(exported(row, all))
      separator = ',\n'
    }
    yield piece
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    after = last.id
  }
  yield '\n]}\n'
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

function readBatch(db: Database, after: string, publicKeys: readonly string[] | undefined) {
  return db
    .selectFrom('comments')
    .leftJoin(buildAccountsQuery(db).as('account'), 'account.id', 'comments.user_id')
    .select(['comments.id', 'page', 'thread_id', 'parent_id', 'content', 'comments.created_at', 'edited_at', 'state'])
    .select(({ fn }) => ['readable', 'source', fn.coalesce('account.name', 'author_name').as('author')])
    .where('comments.id', '>', after)
    .$if(publicKeys !== undefined, (query) => query.where('listed', '=', 1).where('page', 'in', publicKeys ?? []))
    .orderBy('comments.id')
    .limit(BATCH)
    .execute()
}

/**
 * Returns the exported form of a comment. A comment that nobody may read is exported as a placeholder without text and
 * author.
 */
function exported(row: Row, all: boolean): ExportedSiteComment {
  const isShown = row.readable === 1 || (all && row.state !== 'deleted')
  // A visible comment of a banned author is exported as hidden, because nobody can read it.
  const state = row.readable === 0 && row.state === 'visible' ? 'hidden' : row.state
  return {
    id: row.id,
    page: row.page,
    threadId: row.thread_id,
    parentId: row.parent_id,
    author: isShown ? (row.author ?? '') : '',
    content: isShown ? row.content : '',
    createdAt: new Date(row.created_at).toISOString(),
    editedAt: row.edited_at === null ? null : new Date(row.edited_at).toISOString(),
    state: isShown ? state : 'deleted',
    source: row.source,
  }
}
