import { newId } from '../../db/ids.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isRefusal, Refusal } from '../../http/failures.ts'
import type { CommentContext } from './comment-context.ts'
import { cleanText } from './comment-text.ts'

/**
 * Tells the author of the site about a comment, once for each reader: told again, only the reason changes. One's own is
 * not worth telling.
 * @throws {Refusal} not_found unless everybody can read it
 */
export async function reportComment(
  { db, events }: CommentContext,
  { userId }: Actor,
  { id, reason: typed }: { id: string; reason: string },
): Promise<void> {
  const reason = cleanText(typed)
  const report = async () => {
    const comment = await db
      .selectFrom('comments')
      .select(['user_id', 'state', 'readable'])
      .where('id', '=', id)
      .executeTakeFirst()
    const own = comment?.user_id === userId
    if (!comment?.readable && !(own && comment.state === 'pending')) throw new Refusal('not_found')
    if (own) return
    await db
      .insertInto('comment_reports')
      .values({ id: newId(), comment_id: id, user_id: userId, reason, created_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason }))
      .execute()
    await events.publish(db, 'moderation.changed')
  }
  // It may be deleted between the two.
  await retryTransaction(report, isRefusal)
}
