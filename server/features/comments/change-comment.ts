import { hasRow } from '../../db/count-query-rows.ts'
import type { Tx } from '../../db/database.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import type { CommentContext } from './comment-context.ts'
import { buildCommentRowsQuery, type CommentRow, presentPublicComment } from './comment-rows.ts'
import { lockCommentPage, pruneComments, recomputeVisibility } from './recompute-visibility.ts'
import { notifyParentAuthor } from './reply-notifications.ts'

/**
 * Changes a comment in a transaction that has locked the page of the comment. Also updates the derived columns,
 * notifies the author of the parent comment, and publishes the public changes.
 * @param change writes the comment's own columns; it may also insert the comment or erase its text
 * @returns whether moderators see the change: the comment waits for approval, or waited before the change, or has a
 *   report that no moderator has resolved
 */
export async function applyCommentChange(
  tx: Tx,
  context: CommentContext,
  { id, thread_id: thread, page }: Pick<CommentRow, 'id' | 'thread_id' | 'page'>,
  change: () => Promise<unknown>,
): Promise<boolean> {
  const ids = [...new Set([thread, id])]
  const readRows = () => buildCommentRowsQuery(tx).where('comments.id', 'in', ids).execute()
  const before = await readRows()
  const isReported = before.some((row) => row.id === id) && (await hasOpenReport(tx, id))
  await change()
  await recomputeVisibility(tx, { id })
  await pruneComments(tx, { id })
  await notifyParentAuthor(tx, context, id)
  const after = await readRows()

  const wasListed = (commentId: string) => before.some((row) => row.id === commentId && row.listed)
  const listed = ids.flatMap((commentId) => after.find((row) => row.id === commentId && row.listed) ?? [])
  const { count: total } = await tx
    .selectFrom('comment_pages')
    .select('count')
    .where('page', '=', page)
    .executeTakeFirstOrThrow()
  for (const commentId of ids)
    if (wasListed(commentId) && !listed.some((row) => row.id === commentId))
      await context.events.publish(tx, 'comment.removed', { id: commentId, pageUrl: page, total })
  for (const row of listed)
    if (row.id === id || !wasListed(row.id))
      await context.events.publish(tx, 'comment.saved', { comment: presentPublicComment(row, context), total })
  return isReported || [...before, ...after].some((row) => row.id === id && row.state === 'pending')
}

const hasOpenReport = (tx: Tx, id: string): Promise<boolean> =>
  hasRow(tx.selectFrom('comment_reports').where('comment_id', '=', id).where('resolved_at', 'is', null))

/**
 * Locks the page of a comment and returns the comment. @throws {Refusal} not_found, also when the comment was deleted
 */
export async function lockPageAndGetComment(tx: Tx, id: string): Promise<CommentRow> {
  const comment = tx.selectFrom('comments').select('page').where('id', '=', id)
  const { page } = await comment.executeTakeFirstOrThrow(createNotFoundRefusal)
  await lockCommentPage(tx, page)
  const row = await buildCommentRowsQuery(tx).where('comments.id', '=', id).executeTakeFirst()
  if (!row || row.state === 'deleted') throw new Refusal('not_found')
  return row
}

/**
 * Locks the page of the caller's comment and returns the comment. @throws {Refusal} not_found when the caller cannot
 * see the comment; forbidden when another person wrote it
 */
export async function lockPageAndGetOwnComment(tx: Tx, id: string, userId: string): Promise<CommentRow> {
  const row = await lockPageAndGetComment(tx, id)
  const isOwn = row.user_id === userId
  if (!row.readable && !(isOwn && row.state === 'pending')) throw new Refusal('not_found')
  if (!isOwn) throw new Refusal('forbidden', 'It is somebody else’s.')
  return row
}
