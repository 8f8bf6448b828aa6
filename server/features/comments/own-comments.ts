import type { Comment, OwnCommentApprovalRequirement, postComment as postCommentCall } from '#contract/comments.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { COMMENT_EDIT_WINDOW_MS } from '#contract/limits.ts'
import { tryLockActiveAccount } from '../../db/accounts.ts'
import type { Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import { applyCommentChange, lockPageAndGetOwnComment } from './change-comment.ts'
import type { CommentContext } from './comment-context.ts'
import { buildCommentRowsQuery, presentOwnComment } from './comment-rows.ts'
import { cleanAndValidateCommentText, toContentColumns } from './comment-text.ts'
import { needsApprovalByPolicy, readApprovalPolicy } from './moderation.ts'
import { eraseComments, lockCommentPage, withdrawNotifications } from './recompute-visibility.ts'
import { hasVisibleComment, isSpamSuspect, readSpamSignals, scoreSpam } from './spam.ts'

/** A comment as the browser sends it, without its author. */
type Draft = HandlerInput<typeof postCommentCall>['body']

/** Posts a comment (S5.03, S7.09), once for each `key` of an account. @returns the comment and whether it is new */
export async function postComment(context: CommentContext, actor: Actor, draft: Draft) {
  const page = context.pages.get(draft.pageUrl).key
  const content = cleanAndValidateCommentText(draft.content)
  return retryTransaction(context.db, async (tx) => {
    if (!(await tryLockActiveAccount(tx, actor.userId))) throw new Refusal('unauthenticated')
    await lockCommentPage(tx, page)
    const existing = draft.key && (await findByKey(tx, actor.userId, draft.key))
    if (existing) return { isNew: false, comment: presentOwnComment(existing, context) }
    const id = createId()
    const thread = draft.parentId ? await findParentThread(tx, page, draft.parentId) : id
    const concernsModerators = await applyCommentChange(tx, context, { id, thread_id: thread, page }, () =>
      insert(tx, context, actor, { ...draft, id, thread, page, content }),
    )
    if (concernsModerators) await context.events.publish(tx, 'moderation.changed')
    const row = await buildCommentRowsQuery(tx).where('comments.id', '=', id).executeTakeFirstOrThrow()
    return { isNew: true, comment: presentOwnComment(row, context) }
  })
}

const findByKey = (tx: Tx, userId: string, key: string) =>
  buildCommentRowsQuery(tx)
    .where('comments.user_id', '=', userId)
    .where('comments.post_key', '=', key)
    .where('comments.state', '!=', 'deleted')
    .executeTakeFirst()

/**
 * Returns the thread of a parent comment. @throws {Refusal} not_found unless the parent comment is readable and on
 * this page
 */
async function findParentThread(tx: Tx, page: string, parentId: string): Promise<string> {
  const parent = await tx
    .selectFrom('comments')
    .select('thread_id')
    .where('id', '=', parentId)
    .where('page', '=', page)
    .where('readable', '=', 1)
    .executeTakeFirst()
  if (!parent) throw new Refusal('not_found', 'What you reply to is no longer there.')
  return parent.thread_id
}

/** Returns which new comments of the caller need approval. */
export async function readApprovalRequirement(
  { db, hasCompletedOrder }: CommentContext,
  actor: Actor,
): Promise<{ waits: OwnCommentApprovalRequirement }> {
  const policy = await readApprovalPolicy(db)
  if (!needsApprovalByPolicy(policy, actor, true)) return { waits: 'none' }
  if (policy === 'all') return { waits: 'all' }
  const isKnown = (await hasVisibleComment(db, actor.userId)) || (await hasCompletedOrder(db, actor.userId))
  return { waits: isKnown ? 'none' : 'first' }
}

async function insert(
  tx: Tx,
  { hasCompletedOrder }: CommentContext,
  actor: Actor,
  { id, thread, page, content, ...draft }: Draft & { id: string; thread: string; page: string },
): Promise<void> {
  const signals = await readSpamSignals(tx, { id, userId: actor.userId, content })
  const form = { website: draft.website ?? '', openMs: draft.openMs ?? null }
  const verdict = scoreSpam({ ...signals, form })
  const isNewAuthor = signals.first && !(await hasCompletedOrder(tx, actor.userId))
  const waits = isSpamSuspect(verdict, actor) || needsApprovalByPolicy(await readApprovalPolicy(tx), actor, isNewAuthor)
  await tx
    .insertInto('comments')
    .values({
      id,
      page,
      thread_id: thread,
      parent_id: draft.parentId ?? null,
      user_id: actor.userId,
      ...toContentColumns(content),
      created_at: Date.now(),
      state: waits ? 'pending' : 'visible',
      readable: 0,
      listed: 0,
      spam_score: verdict.score,
      spam_reasons: JSON.stringify(verdict.reasons),
      post_key: draft.key ?? null,
    })
    .execute()
}

/**
 * Changes a comment of the caller within ten minutes of its posting. An edit that would not change the stored text
 * succeeds at any time: the browser sends such an edit after a repeated post if the server has cleaned the text. The
 * comment waits for approval again when its new text looks like spam, or when every comment waits.
 */
export async function editComment(context: CommentContext, actor: Actor, id: string, text: string): Promise<Comment> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockPageAndGetOwnComment(tx, id, actor.userId)
    const content = cleanAndValidateCommentText(text)
    if (content === row.content) return presentOwnComment(row, context)
    if (Date.now() - row.created_at > COMMENT_EDIT_WINDOW_MS) throw new Refusal('edit_over')
    if (await applyCommentChange(tx, context, row, () => rewrite(tx, actor, id, content)))
      await context.events.publish(tx, 'moderation.changed')
    const edited = await buildCommentRowsQuery(tx).where('comments.id', '=', id).executeTakeFirstOrThrow()
    return presentOwnComment(edited, context)
  })
}

/** Writes the new text of a comment. Deletes unsent mails and pushes, because they quote the former text. */
async function rewrite(tx: Tx, actor: Actor, id: string, content: string): Promise<void> {
  const verdict = scoreSpam(await readSpamSignals(tx, { id, userId: actor.userId, content }))
  // The policy “first” never makes an edited comment wait: the author of a visible comment is not new, and a comment
  // that already waits keeps its state.
  const waits = isSpamSuspect(verdict, actor) || needsApprovalByPolicy(await readApprovalPolicy(tx), actor, false)
  await tx
    .updateTable('comments')
    .set({
      ...toContentColumns(content),
      edited_at: Date.now(),
      ...(waits && { state: 'pending' }),
    })
    .where('id', '=', id)
    .execute()
  // The earlier spam score stays when it is higher than the score of the new text.
  await tx
    .updateTable('comments')
    .set({ spam_score: verdict.score, spam_reasons: JSON.stringify(verdict.reasons) })
    .where('id', '=', id)
    .where('spam_score', '<', verdict.score)
    .execute()
  await withdrawNotifications(tx, { id })
}

/** Deletes a comment of the caller, at any time. The first comment of a thread with replies leaves a placeholder. */
export async function deleteComment(context: CommentContext, actor: Actor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await lockPageAndGetOwnComment(tx, id, actor.userId)
    if (await applyCommentChange(tx, context, row, () => eraseComments(tx, { id })))
      await context.events.publish(tx, 'moderation.changed')
  })
}
