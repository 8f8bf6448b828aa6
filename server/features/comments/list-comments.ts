import { type Comment, comment as commentSchema } from '#contract/comments.ts'
import { COMMENTS_PER_PAGE } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import { readPage } from '../../db/read-page.ts'
import { Refusal } from '../../http/failures.ts'
import { type DamagedRow, presentRows } from '../../http/present-rows.ts'
import type { CommentContext } from './comment-context.ts'
import { type CommentRow, commentRows, presentListed, presentOwn } from './comment-rows.ts'

/** A comment's place in the order of a page: the newest thread first, and in a thread the oldest comment first. */
type Place = Pick<Comment, 'threadId' | 'id'>

/** The part of a page's list that is requested. */
export interface ListQuery {
  page: string
  /** The last comment of the part before. */
  after?: Place | undefined
  /** Only this thread. */
  thread?: string | undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const cursor = new RegExp(`^(${uuid})\\.(${uuid})$`)

/** Parses a cursor. @throws {Refusal} bad_request when it is not one that an answer gave */
export function readCursor(text: string): Place {
  const [, threadId, id] = cursor.exec(text) ?? []
  if (threadId === undefined || id === undefined)
    throw new Refusal('bad_request', 'query.after: not a place in the list.')
  return { threadId, id }
}

/** Lists the next fifty public comments (S7.09). @returns `next`: the cursor of the next part, null at the end */
export async function listComments(
  db: Queries,
  { page, after, thread }: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Promise<{ comments: Comment[]; damaged: DamagedRow[] | undefined; next: string | null }> {
  let query = commentRows(db).where('comments.page', '=', page).where('comments.listed', '=', 1)
  if (thread) query = query.where('comments.thread_id', '=', thread)
  if (after) {
    // The first condition lets the index begin at the right thread.
    query = query
      .where('comments.thread_id', '<=', after.threadId)
      .where(({ eb, or }) => or([eb('comments.thread_id', '<', after.threadId), eb('comments.id', '>', after.id)]))
  }
  const { rows, next } = await readPage(
    query.orderBy('comments.thread_id', 'desc').orderBy('comments.id'),
    (last) => `${last.thread_id}.${last.id}`,
    COMMENTS_PER_PAGE,
  )
  const { shown, damaged } = presentRows('comment', commentSchema, rows, (row) => presentListed(row, context))
  return { comments: shown, damaged, next }
}

/** Returns the thread of a comment that the caller can see. @throws {Refusal} not_found */
export async function findThread(db: Queries, page: string, id: string, userId: string | null): Promise<string> {
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

/** Finds the comments of a reader that wait for approval, on a page or in a thread of it. */
export function listWaiting(db: Queries, userId: string, { page, thread }: ListQuery): Promise<CommentRow[]> {
  let query = commentRows(db)
    .where('comments.user_id', '=', userId)
    .where('comments.state', '=', 'pending')
    .where('comments.page', '=', page)
  if (thread) query = query.where('comments.thread_id', '=', thread)
  return query.execute()
}

/**
 * Adds to a list the waiting comments of the reader that belong between its ends. They replace the place of a comment
 * that others see as gone.
 */
export function mergeWaiting(
  { comments, next }: { comments: Comment[]; next: string | null },
  waiting: readonly CommentRow[],
  { after }: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Comment[] {
  const to = next ? comments.at(-1) : undefined
  const own = waiting
    .map((row) => presentOwn(row, context))
    .filter((comment) => (!after || comparePlaces(after, comment) < 0) && (!to || comparePlaces(comment, to) <= 0))
  const others = comments.filter(({ id }) => !own.some((comment) => comment.id === id))
  return [...others, ...own].sort(comparePlaces)
}

function comparePlaces(a: Place, b: Place): number {
  if (a.threadId !== b.threadId) return a.threadId > b.threadId ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
