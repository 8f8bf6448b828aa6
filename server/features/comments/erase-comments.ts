import type { Tx } from './comment-context.ts'
import { type CommentSelection, isSelected } from './update-visibility.ts'

/** Erases the text of comments. The caller then calls `updateVisibility` and `pruneComments`, in this order. */
export async function eraseComments(tx: Tx, selection: CommentSelection): Promise<void> {
  const ids = tx.selectFrom('comments').select('id').where(isSelected(selection))
  // Mails that were sent are with their recipients; copies and unsent mails are deleted.
  await tx.deleteFrom('outbox').where('comment_id', 'in', ids).execute()
  await tx.deleteFrom('push_messages').where('comment_id', 'in', ids).execute()
  // The audit log keeps the action but not the author's name.
  await tx.updateTable('audit_log').set({ target_name: 'a deleted comment' }).where('target_id', 'in', ids).execute()
  await tx.deleteFrom('comment_reports').where('comment_id', 'in', ids).execute()
  await tx
    .updateTable('comments')
    .set({
      state: 'deleted',
      content: '',
      content_hash: '',
      content_html: '',
      author_name: null,
      edited_at: null,
      spam_score: 0,
      spam_reasons: '[]',
      post_key: null,
    })
    .where(isSelected(selection))
    .execute()
}

/**
 * Removes the rows of deleted comments. A deleted answer is removed. A deleted first comment keeps its place without
 * its author, until the last answer is deleted.
 */
export async function pruneComments(tx: Tx, selection: CommentSelection): Promise<void> {
  const threads = tx.selectFrom('comments').select('thread_id').where(isSelected(selection))
  await tx
    .deleteFrom('comments')
    .where('id', 'in', threads)
    .where('state', '=', 'deleted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comments as answers')
            .select('answers.id')
            .whereRef('answers.page', '=', 'comments.page')
            .whereRef('answers.thread_id', '=', 'comments.id')
            .whereRef('answers.id', '!=', 'comments.id')
            .where('answers.state', '!=', 'deleted'),
        ),
      ),
    )
    .execute()
  await tx
    .deleteFrom('comments')
    .where(isSelected(selection))
    .where('state', '=', 'deleted')
    .whereRef('id', '!=', 'thread_id')
    .execute()
  await tx
    .updateTable('comments')
    .set({ user_id: null })
    .where(isSelected(selection))
    .where('state', '=', 'deleted')
    .execute()
}
