import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { conditionOf, type Which } from './update-visibility.ts'

type Tx = Transaction<Schema>

/** Takes the words of comments away, and what is said about them. Then `updateVisibility` and `prune` are due, in this order. */
export async function erase(tx: Tx, which: Which): Promise<void> {
  const ids = tx
    .selectFrom('comments')
    .select('id')
    .where(...conditionOf(which))
  // What has been sent is with whom it was sent to; what has not, is not, and no copy is left.
  await tx.deleteFrom('outbox').where('comment_id', 'in', ids).execute()
  await tx.deleteFrom('push_messages').where('comment_id', 'in', ids).execute()
  // The log keeps what was done, and not to whom: a comment that is gone names nobody any more.
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
    .where(...conditionOf(which))
    .execute()
}

/**
 * Removes what was deleted: an answer goes, and a beginning that others have answered leaves its place, which belongs to
 * nobody and goes with the last of them.
 */
export async function prune(tx: Tx, which: Which): Promise<void> {
  const threads = tx
    .selectFrom('comments')
    .select('thread_id')
    .where(...conditionOf(which))
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
    .where(...conditionOf(which))
    .where('state', '=', 'deleted')
    .whereRef('id', '!=', 'thread_id')
    .execute()
  await tx
    .updateTable('comments')
    .set({ user_id: null })
    .where(...conditionOf(which))
    .where('state', '=', 'deleted')
    .execute()
}
