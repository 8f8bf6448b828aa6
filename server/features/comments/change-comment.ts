import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../http/failures.ts'
import { notifyAnswered } from './answer-mail.ts'
import type { CommentContext } from './comment-context.ts'
import { type CommentRow, commentRows, presentListed } from './comment-rows.ts'
import { prune } from './erase.ts'
import { factsOfPage, lockPage, updateVisibility } from './update-visibility.ts'

type Tx = Transaction<Schema>

/**
 * Changes a comment in a transaction that holds its page, derives what follows from it, tells whom it answers, and publishes
 * what everybody sees of it.
 * @param change writes the comment's own columns; it may also make the comment, or erase it
 * @returns whether the comment waits for an admin, or did
 */
export async function changeComment(
  tx: Tx,
  context: CommentContext,
  { id, thread_id: thread, page }: Pick<CommentRow, 'id' | 'thread_id' | 'page'>,
  change: () => Promise<unknown>,
): Promise<boolean> {
  const both = [...new Set([thread, id])]
  const look = () => commentRows(tx).where('comments.id', 'in', both).execute()
  const before = await look()
  await change()
  await updateVisibility(tx, { id })
  await prune(tx, { id })
  await notifyAnswered(tx, context, id)
  const after = await look()

  const was = (one: string) => before.some((row) => row.id === one && row.listed)
  const listed = both.flatMap((one) => after.find((row) => row.id === one && row.listed) ?? [])
  const total = (await factsOfPage(tx, page)).count
  for (const one of both)
    if (was(one) && !listed.some((row) => row.id === one))
      await context.events.publish(tx, 'comment.removed', { id: one, pageUrl: page, total })
  for (const row of listed)
    if (row.id === id || !was(row.id))
      await context.events.publish(tx, 'comment.saved', { comment: presentListed(row, context), total })
  return [...before, ...after].some((row) => row.id === id && row.state === 'pending')
}

/**
 * A comment that somebody wants to change, and its page held until the end of the transaction.
 * @throws {Refusal} not_found; a place that is left is no comment
 */
export async function lockComment(tx: Tx, id: string): Promise<CommentRow> {
  const found = await tx.selectFrom('comments').select('page').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  await lockPage(tx, found.page)
  const row = await commentRows(tx).where('comments.id', '=', id).executeTakeFirst()
  if (!row || row.state === 'deleted') throw new Refusal('not_found')
  return row
}

/** The same, for its author. @throws {Refusal} not_found when they cannot see it; forbidden when it is somebody else's */
export async function lockOwnComment(tx: Tx, id: string, userId: string): Promise<CommentRow> {
  const row = await lockComment(tx, id)
  const own = row.user_id === userId
  if (!row.readable && !(own && row.state === 'pending')) throw new Refusal('not_found')
  if (!own) throw new Refusal('forbidden', 'It is somebody else’s.')
  return row
}
