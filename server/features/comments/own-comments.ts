import type { Transaction } from 'kysely'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_EDIT_MS } from '#contract/limits.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import { changeComment, lockOwnComment } from './change-comment.ts'
import type { CommentContext } from './comment-context.ts'
import { commentRows, presentOwn } from './comment-rows.ts'
import { checkedText } from './comment-text.ts'
import { contentColumns } from './content-columns.ts'
import { eraseComments } from './erase-comments.ts'
import { isSuspect, judgeSpam, readSignals } from './spam.ts'

type Tx = Transaction<Schema>

/**
 * Changes the text of an own comment, within ten minutes of posting it. Text that looks like spam makes it wait for
 * approval.
 * @throws {Refusal} not_found, forbidden, edit_over, comment_empty, comment_too_long
 */
export async function editComment(context: CommentContext, actor: Actor, id: string, text: string): Promise<Comment> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockOwnComment(tx, id, actor.userId)
    if (Date.now() - row.created_at > COMMENT_EDIT_MS) throw new Refusal('edit_over')
    const content = checkedText(text)
    if (content !== row.content && (await changeComment(tx, context, row, () => rewrite(tx, actor, id, content))))
      await context.events.publish(tx, 'moderation.changed')
    const edited = await commentRows(tx).where('comments.id', '=', id).executeTakeFirstOrThrow()
    return presentOwn(edited, context)
  })
}

async function rewrite(tx: Tx, actor: Actor, id: string, content: string): Promise<void> {
  const verdict = judgeSpam(await readSignals(tx, { id, userId: actor.userId, content }))
  await tx
    .updateTable('comments')
    .set({
      ...contentColumns(content),
      edited_at: Date.now(),
      ...(isSuspect(verdict, actor) && { state: 'pending' }),
    })
    .where('id', '=', id)
    .execute()
  // The verdict about the posting form still applies: the worse verdict stays.
  await tx
    .updateTable('comments')
    .set({ spam_score: verdict.score, spam_reasons: JSON.stringify(verdict.reasons) })
    .where('id', '=', id)
    .where('spam_score', '<', verdict.score)
    .execute()
}

/**
 * Deletes an own comment, at any time. The first comment of a thread with answers keeps its place.
 * @throws {Refusal} not_found, forbidden
 */
export async function deleteComment(context: CommentContext, actor: Actor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockOwnComment(tx, id, actor.userId)
    if (await changeComment(tx, context, row, () => eraseComments(tx, { id })))
      await context.events.publish(tx, 'moderation.changed')
  })
}
