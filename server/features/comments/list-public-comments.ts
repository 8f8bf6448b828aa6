import { type Comment, commentSchema, listComments } from '#contract/comments.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { COMMENTS_PER_PAGE } from '#contract/limits.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { withLastKnownFallback } from '../../db/last-known.ts'
import { readListPage } from '../../db/read-list-page.ts'
import { type Actor, mayCall } from '../../http/actor.ts'
import type { SitePage } from '../../http/build-output.ts'
import { Refusal } from '../../http/failures.ts'
import { PreparedBody } from '../../http/prepared-body.ts'
import { type DamagedRowError, presentRows } from '../../http/present-rows.ts'
import type { CommentContext } from './comment-context.ts'
import { type CommentListSummary, createCommentListSummaryReader, createEntityTag } from './comment-list-summary.ts'
import { buildCommentRowsQuery, type CommentRow, presentOwnComment, presentPublicComment } from './comment-rows.ts'

const CACHE_BYTES = 8 * 1024 * 1024

interface PreparedList {
  /** The summary was read before the list, so it is never newer than the list. */
  summary: CommentListSummary
  body: PreparedBody
  headers: Readonly<Record<string, string>>
  damaged: DamagedRowError[] | undefined
}

type Input = HandlerInput<typeof listComments>
type ListRequest = Input['params'] & Input['query'] & { actor: Actor | null }

/**
 * Returns the handler of `GET /comments/:pageUrl`. The public list is created once for each version of the page, and
 * cached as the bytes that are sent. Every request reads the version from the database, so all processes return a
 * changed list immediately. Only the first part of a list is cached: anybody can invent cursors, and the lists of these
 * cursors would fill the cache.
 */
export function createCommentListHandler(context: CommentContext) {
  const { db, pages } = context
  const readSummary = createCommentListSummaryReader(db)

  async function prepareList(listQuery: ListQuery, last?: PreparedList): Promise<PreparedList> {
    const summary = await readSummary(listQuery.page)
    if (last?.summary.version === summary.version) return last
    const { comments, damaged, next } = await listPublicComments(db, listQuery, context)
    const body = new PreparedBody(listComments.replies[200], comments)
    const etag = createEntityTag(context.build.version, summary)
    return { summary, body, damaged, headers: { ...listHeaders(listQuery, summary, next), etag } }
  }
  const readFirstPart = withLastKnownFallback(prepareList, {
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.bytes.length,
  })

  return async ({ pageUrl, after, thread, actor }: ListRequest) => {
    const page = pages.get(pageUrl)
    admit(page, actor)
    const listQuery: ListQuery = {
      page: page.key,
      after: after === undefined ? undefined : readCursor(after),
      thread: thread === undefined ? undefined : await findThread(db, page.key, thread, actor?.userId ?? null),
    }
    const waiting = actor ? await listWaiting(db, actor.userId, listQuery) : []
    if (waiting.length > 0) {
      const summary = await readSummary(page.key)
      const list = await listPublicComments(db, listQuery, context)
      const body = mergeWaiting(list, waiting, listQuery, context)
      return { status: 200, body, headers: listHeaders(listQuery, summary, list.next), damaged: list.damaged } as const
    }
    const { body, headers, damaged } = await (listQuery.after ? prepareList(listQuery) : readFirstPart(listQuery))
    return { status: 200, body, headers, damaged } as const
  }
}

/** Checks that the caller may read the comments of a page. @throws {Refusal} unauthenticated, forbidden */
function admit(page: SitePage, actor: Actor | null): void {
  if (!page.private) return
  if (!actor) throw new Refusal('unauthenticated')
  if (!mayCall('reader', actor.roles)) throw new Refusal('forbidden')
}

function listHeaders(
  { page, thread }: ListQuery,
  { count }: CommentListSummary,
  next: string | null,
): Record<string, string> {
  const query = new URLSearchParams({ ...(thread && { thread }), ...(next && { after: next }) })
  return {
    'cache-control': 'no-cache',
    vary: 'origin, authorization, accept-encoding',
    'x-total-count': String(count),
    ...(next && { link: `</comments/${encodeURIComponent(page)}?${query}>; rel="next"` }),
  }
}

/** The position of a comment on its page: the newest thread is first, and within a thread the oldest comment. */
type Place = Pick<Comment, 'threadId' | 'id'>

interface ListQuery {
  page: string
  /** The last comment of the previous part of the list. */
  after?: Place | undefined
  thread?: string | undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const cursor = new RegExp(`^(${uuid})\\.(${uuid})$`)

/** Parses a cursor. @throws {Refusal} bad_request when the text is not a cursor of this list */
function readCursor(text: string): Place {
  const [, threadId, id] = cursor.exec(text) ?? []
  if (threadId === undefined || id === undefined)
    throw new Refusal('bad_request', 'query.after: not a place in the list.')
  return { threadId, id }
}

/** Lists the next fifty public comments (S7.09). @returns `next`: the cursor of the next part, null at the end */
export async function listPublicComments(
  db: DatabaseOrTx,
  { page, after, thread }: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Promise<{ comments: Comment[]; damaged: DamagedRowError[] | undefined; next: string | null }> {
  let query = buildCommentRowsQuery(db).where('comments.page', '=', page).where('comments.listed', '=', 1)
  if (thread) query = query.where('comments.thread_id', '=', thread)
  if (after) {
    // The first condition leaves out newer threads. It also lets the database start reading the index at the right
    // thread.
    query = query
      .where('comments.thread_id', '<=', after.threadId)
      .where(({ eb, or }) => or([eb('comments.thread_id', '<', after.threadId), eb('comments.id', '>', after.id)]))
  }
  const { rows, next } = await readListPage(
    query.orderBy('comments.thread_id', 'desc').orderBy('comments.id'),
    (last) => `${last.thread_id}.${last.id}`,
    COMMENTS_PER_PAGE,
  )
  const { shown, damaged } = presentRows('comment', commentSchema, rows, (row) => presentPublicComment(row, context))
  return { comments: shown, damaged, next }
}

/** Returns the thread of a comment that the caller can see. @throws {Refusal} not_found */
async function findThread(db: DatabaseOrTx, page: string, id: string, userId: string | null): Promise<string> {
  const row = await db
    .selectFrom('comments')
    .select(['thread_id', 'listed', 'state', 'user_id'])
    .where('id', '=', id)
    .where('page', '=', page)
    .executeTakeFirst()
  const own = row?.state === 'pending' && row.user_id === userId
  if (!row?.listed && !own) throw new Refusal('not_found', 'That comment is no longer there.')
  return row.thread_id
}

/** Finds the comments of a reader that wait for approval on a page or in one of its threads. */
function listWaiting(db: DatabaseOrTx, userId: string, { page, thread }: ListQuery): Promise<CommentRow[]> {
  let query = buildCommentRowsQuery(db)
    .where('comments.user_id', '=', userId)
    .where('comments.state', '=', 'pending')
    .where('comments.page', '=', page)
  if (thread) query = query.where('comments.thread_id', '=', thread)
  return query.execute()
}

/**
 * Inserts the reader's own comments that wait for approval into a part of the list. Such a comment can also replace the
 * placeholder of the same comment.
 */
function mergeWaiting(
  { comments, next }: { comments: Comment[]; next: string | null },
  waiting: readonly CommentRow[],
  { after }: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Comment[] {
  const to = next ? comments.at(-1) : undefined
  const own = waiting
    .map((row) => presentOwnComment(row, context))
    .filter((comment) => (!after || comparePlaces(after, comment) < 0) && (!to || comparePlaces(comment, to) <= 0))
  const others = comments.filter(({ id }) => !own.some((comment) => comment.id === id))
  return [...others, ...own].sort(comparePlaces)
}

function comparePlaces(a: Place, b: Place): number {
  if (a.threadId !== b.threadId) return a.threadId > b.threadId ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
