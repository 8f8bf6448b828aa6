import { type ExpressionBuilder, sql } from 'kysely'
import { buildAccountsQuery, lockAccount } from '../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { createTransactionSubscription, type EventBus, type Subscription } from '../../events/events.ts'

/** A selection of changed comments: one comment, several, all of an account, or all of a page. */
type CommentSelection = { id: string } | { ids: readonly string[] } | { userId: string } | { page: string }

/**
 * Locks a page, so that no other transaction changes its comments until this one ends. A transaction that also locks an
 * account must lock the account first.
 */
export async function lockCommentPage(tx: Tx, page: string): Promise<void> {
  // The statement changes no value; it locks the row. SQLite always locks the whole database.
  await tx
    .insertInto('comment_pages')
    .values({ page, count: 0, version: 0 })
    .onConflict((conflict) => conflict.column('page').doUpdateSet(({ ref }) => ({ count: ref('comment_pages.count') })))
    .execute()
}

/**
 * Locks an account, so that the account cannot post comments. Also locks every page that has comments of the account.
 */
export async function lockUserAndCommentPages(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  const rows = await tx.selectFrom('comments').select('page').distinct().where('user_id', '=', userId).execute()
  // The pages are locked in a fixed order; otherwise two transactions could deadlock.
  for (const page of rows.map(({ page }) => page).sort()) await lockCommentPage(tx, page)
}

const readable = (db: DatabaseOrTx) =>
  sql<0 | 1>`case when state = 'visible' and not exists ${buildAccountsQuery(db)
    .where('id', '=', sql.ref<string>('comments.user_id'))
    .where('banned_at', 'is not', null)} then 1 else 0 end`

const listed = sql<0 | 1>`case when readable = 1 or (id = thread_id and exists (
  select 1 from comments as replies
  where replies.page = comments.page and replies.thread_id = comments.id and replies.id <> comments.id
    and replies.readable = 1
)) then 1 else 0 end`

/**
 * Recomputes the columns that depend on the state of comments and authors: which comments are readable and listed, and
 * the count and version of pages. Only this function writes these columns. Also withdraws the notifications of comments
 * that are not readable. The pages must be locked.
 * @returns the pages whose lists have changed
 */
export async function recomputeVisibility(tx: Tx, selection: CommentSelection): Promise<string[]> {
  const before = await readableByPage(tx, selection)
  const selected = tx.updateTable('comments').where(isSelected(selection))
  await selected.set({ readable: readable(tx) }).execute()
  await selected.set({ listed }).execute()
  const threads = tx.selectFrom('comments').select('thread_id').where(isSelected(selection))
  await tx.updateTable('comments').set({ listed }).where('id', 'in', threads).execute()
  const after = await readableByPage(tx, selection)
  await withdrawNotifications(tx, selection, [0])

  const pages = [...new Set([...before.keys(), ...after.keys()])]
  for (const page of pages) await raise(tx, page, (after.get(page) ?? 0) - (before.get(page) ?? 0))
  return pages
}

/**
 * Deletes the unsent mails and pushes about comments that are not readable or have a new text. If nothing about a
 * reply was sent yet, `notifyParentAuthor` can queue new notifications.
 * @param readable the values of the column `readable` of these comments
 */
export async function withdrawNotifications(
  tx: Tx,
  selection: CommentSelection,
  readable: readonly (0 | 1)[] = [0, 1],
): Promise<void> {
  const comments = tx.selectFrom('comments').select('id').where(isSelected(selection)).where('readable', 'in', readable)
  const rows = await tx
    .deleteFrom('outbox')
    .where('comment_id', 'in', comments)
    .where('state', 'in', ['waiting', 'failed', 'kept'])
    .returning('comment_id')
    .execute()
  const ids = rows.flatMap(({ comment_id: id }) => id ?? [])
  if (ids.length === 0) return
  // The desk lists sent pushes. A push that no device has got is deleted, because it quotes the former text.
  const left = tx
    .selectFrom('outbox')
    .select('push_message_id')
    .where('comment_id', 'in', ids)
    .where('kind', '=', 'push')
  await tx
    .deleteFrom('push_messages')
    .where('comment_id', 'in', ids)
    .where('id', 'not in', left.$castTo<{ push_message_id: string }>())
    .execute()
  const sent = tx.selectFrom('outbox').select('comment_id').where('comment_id', 'in', ids).where('state', '=', 'sent')
  await tx
    .updateTable('comments')
    .set({ reply_mailed_at: null })
    .where('id', 'in', ids)
    .where('id', 'not in', sent.$castTo<{ comment_id: string }>())
    .execute()
}

/**
 * Adds `more` to the count of a page, and increases its version to at least the current time. So, after a backup was
 * restored, the next version is higher than the versions that were used before.
 */
async function raise(tx: Tx, page: string, more: number): Promise<void> {
  const now = Date.now()
  await tx
    .updateTable('comment_pages')
    .set((eb) => ({
      count: eb('count', '+', more),
      version: eb
        .case()
        .when('version', '<', now)
        .then(now)
        .else(eb('version', '+', 1))
        .end(),
    }))
    .where('page', '=', page)
    .execute()
}

/** Counts the readable comments of a selection, by page. */
async function readableByPage(tx: Tx, selection: CommentSelection): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('comments')
    .select(({ fn }) => ['page', fn.countAll<number>().as('count')])
    .where(isSelected(selection))
    .where('readable', '=', 1)
    .groupBy('page')
    .execute()
  return new Map(rows.map(({ page, count }) => [page, count]))
}

/** Returns the condition that selects the comments; an index supports it. */
const isSelected = (selection: CommentSelection) => (eb: ExpressionBuilder<Schema, 'comments'>) => {
  if ('id' in selection) return eb('id', '=', selection.id)
  if ('ids' in selection) return eb('id', 'in', selection.ids)
  return 'userId' in selection ? eb('user_id', '=', selection.userId) : eb('page', '=', selection.page)
}

/** Updates the visibility of an account's comments when its name, picture, role or ban has changed. */
export const createProfileChangedSubscription = (events: EventBus): Subscription =>
  createTransactionSubscription('profile.changed', async ({ userId }, tx) => {
    await lockUserAndCommentPages(tx, userId)
    await publishCommentChanges(events, tx, await recomputeVisibility(tx, { userId }))
  })

/** Publishes that the comments of some pages and the moderation list have changed. */
export async function publishCommentChanges(
  events: EventBus,
  tx: DatabaseOrTx,
  pages: readonly string[],
): Promise<void> {
  for (const pageUrl of pages) await events.publish(tx, 'comments.changed', { pageUrl })
  await events.publish(tx, 'moderation.changed')
}

/** Erases the text of comments. The caller then calls `recomputeVisibility` and `pruneComments`, in this order. */
export async function eraseComments(tx: Tx, selection: CommentSelection): Promise<void> {
  const ids = tx.selectFrom('comments').select('id').where(isSelected(selection))
  // Deletes unsent mails, and the copies of sent mails. The sent mails themselves cannot be recalled.
  await tx.deleteFrom('outbox').where('comment_id', 'in', ids).execute()
  await tx.deleteFrom('push_messages').where('comment_id', 'in', ids).execute()
  // The audit log keeps the action, but no longer the author's name.
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
 * Deletes the rows of deleted comments. The row of a deleted first comment stays without its author, as a placeholder,
 * until its last reply is deleted.
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
          selectFrom('comments as replies')
            .select('replies.id')
            .whereRef('replies.page', '=', 'comments.page')
            .whereRef('replies.thread_id', '=', 'comments.id')
            .whereRef('replies.id', '!=', 'comments.id')
            .where('replies.state', '!=', 'deleted'),
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
