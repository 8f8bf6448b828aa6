import type { ModeratedComment } from '#contract/moderation.ts'
import type { PrivilegedAction } from '#contract/privileged-actions.ts'
import { by, recordAction } from '../../db/audit-log.ts'
import type { Actor } from '../../http/actor.ts'
import { changeComment, lockComment } from './change-comment.ts'
import type { CommentContext } from './comment-context.ts'
import { authorOf } from './comment-rows.ts'
import { getModeratedComment } from './moderation.ts'

const actions: Record<ModeratedComment['state'], PrivilegedAction> = {
  visible: 'comment approved',
  hidden: 'comment hidden',
  pending: 'comment put back',
}

/**
 * Sets the state of a comment and resolves or reopens its reports; a second call changes nothing.
 * @throws {Refusal} not_found
 */
export async function judgeComment(
  context: CommentContext,
  actor: Actor,
  { id, state, reportsResolved }: { id: string; state: ModeratedComment['state']; reportsResolved: boolean },
): Promise<ModeratedComment> {
  const { db, pages, events } = context
  return db.transaction().execute(async (tx) => {
    const row = await lockComment(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('comment_reports')
      .set({ resolved_at: reportsResolved ? Date.now() : null })
      .where('comment_id', '=', id)
      .where('resolved_at', reportsResolved ? 'is' : 'is not', null)
      .executeTakeFirst()
    const record = (action: PrivilegedAction) => {
      const target = { id, name: `${authorOf(row)} on ${pages.describe(row.page).title}` }
      return recordAction(tx, { actor: by(actor), action, target })
    }
    if (row.state !== state) {
      await record(actions[state])
      const write = () => tx.updateTable('comments').set({ state }).where('id', '=', id).execute()
      await changeComment(tx, context, row, write)
    } else if (numUpdatedRows > 0n) await record(reportsResolved ? 'reports dealt with' : 'reports opened again')
    await events.publish(tx, 'moderation.changed')
    return getModeratedComment(context, tx, id)
  })
}
