import { newId } from '../../db/ids.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isRefusal, Refusal } from '../../http/failures.ts'
import type { CommentContext } from './comment-context.ts'
import { cleanText } from './comment-text.ts'

/**
 * Reports a comment to the admins, once for each reader; a second report changes the reason. A report of an own comment
 * is ignored.
 * @throws {Refusal} not_found unless everybody can read it
 */
export async function reportComment(
  { db, events }: CommentContext,
  { userId }: Actor,
  id: string,
  text: string,
): Promise<void> {
  const reason = cleanText(text)
  const report = async () => {
    const comment = await db
      .selectFrom('comments')
      .select(['user_id', 'state', 'readable'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isOwn = comment?.user_id === userId
    if (!comment?.readable && !(isOwn && comment.state === 'pending')) throw new Refusal('not_found')
    if (isOwn) return
    await db
      .insertInto('comment_reports')
      .values({ id: newId(), comment_id: id, user_id: userId, reason, created_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason }))
      .execute()
    await events.publish(db, 'moderation.changed')
  }
  // The comment may be deleted between the two queries.
  await retryTransaction(report, isRefusal)
}
