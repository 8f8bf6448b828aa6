import { type Comment, comment as commentSchema } from '#contract/comments.ts'
import { COMMENTS_PER_PAGE } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import { Refusal } from '../../http/failures.ts'
import { type DamagedRow, presentRows } from '../../http/present-rows.ts'
import type { CommentContext } from './comment-context.ts'
import { type CommentRow, commentRows, presentListed, presentOwn } from './comment-rows.ts'

/** The part of a page's list that is requested. */
export interface ListQuery {
  page: string
  /** The last comment of the part before. */
  after?: Cursor | undefined
  /** Only this thread. */
  thread?: string | undefined
}

/** A place in the order of a page: the newest thread first, and in a thread the oldest comment first. */
export interface Cursor {
  thread: string
  id: string
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const cursor = new RegExp(`^(${uuid})\\.(${uuid})$`)

/** Parses a cursor. @throws {Refusal} bad_request when it is not one that an answer gave */
export function readCursor(text: string): Cursor {
  const [, thread, id] = cursor.exec(text) ?? []
  if (thread === undefined || id === undefined)
    throw new Refusal('bad_request', 'query.after: not a place in the list.')
  return { thread, id }
}

/** Lists the next fifty public comments (S7.09). @returns `next`: the cursor of the next part, null at the end */
export async function listComments(
  db: Queries,
  listQuery: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Promise<{ comments: Comment[]; damaged: DamagedRow[] | undefined; next: string | null }> {
  const rows = await listedRows(db, listQuery)
    .limit(COMMENTS_PER_PAGE + 1)
    .execute()
  const shown = rows.slice(0, COMMENTS_PER_PAGE)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const presented = presentRows('comment', commentSchema, shown, (row) => presentListed(row, context))
  return {
    comments: presented.shown,
    damaged: presented.damaged,
    next: last ? `${last.thread_id}.${last.id}` : null,
  }
}

function listedRows(db: Queries, { page, after, thread }: ListQuery) {
  let query = commentRows(db).where('comments.page', '=', page).where('comments.listed', '=', 1)
  if (thread) query = query.where('comments.thread_id', '=', thread)
  if (after) {
    // The first condition lets the index begin at the right thread.
    query = query
      .where('comments.thread_id', '<=', after.thread)
      .where(({ eb, or }) => or([eb('comments.thread_id', '<', after.thread), eb('comments.id', '>', after.id)]))
  }
  return query.orderBy('comments.thread_id', 'desc').orderBy('comments.id')
}

/** Returns the thread of a comment that the caller can see. @throws {Refusal} not_found */
export async function threadOf(db: Queries, page: string, id: string, userId: string | null): Promise<string> {
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
export function waitingOf(db: Queries, userId: string, { page, thread }: ListQuery): Promise<CommentRow[]> {
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
export function withWaiting(
  { comments, next }: { comments: Comment[]; next: string | null },
  waiting: readonly CommentRow[],
  { after }: ListQuery,
  context: Pick<CommentContext, 'pictureAddress'>,
): Comment[] {
  const from = after && { threadId: after.thread, id: after.id }
  const to = next ? comments.at(-1) : undefined
  const own = waiting
    .map((row) => presentOwn(row, context))
    .filter((one) => (!from || inOrder(from, one) < 0) && (!to || inOrder(one, to) <= 0))
  const others = comments.filter(({ id }) => !own.some((one) => one.id === id))
  return [...others, ...own].sort(inOrder)
}

type Place = Pick<Comment, 'threadId' | 'id'>

function inOrder(one: Place, other: Place): number {
  if (one.threadId !== other.threadId) return one.threadId > other.threadId ? -1 : 1
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0
}
