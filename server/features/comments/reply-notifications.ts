import { sql } from 'kysely'
import type { ReplyMailPreference } from '#contract/comments.ts'
import { buildAccountsQuery, buildUserEmailKeyQuery } from '../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import { ensureTransaction } from '../../db/ensure-transaction.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { generateSecret } from '../../db/secrets.ts'
import { createTransactionSubscription, type Subscription } from '../../events/events.ts'
import { writeMail } from '../../outbox/email-template.ts'
import { enqueuePush, shortenText } from '../../outbox/enqueue-push.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { CommentContext } from './comment-context.ts'
import { getAuthorName } from './comment-rows.ts'

const QUOTE_LENGTH_MAX = 500

/**
 * Notifies the author of the parent comment by push and mail when a reply becomes public for the first time. Authors
 * are not notified of their own replies, and banned accounts are not notified at all. An account can switch off pushes
 * and mails separately.
 */
export async function notifyParentAuthor(tx: Tx, context: CommentContext, id: string): Promise<void> {
  const first = tx
    .updateTable('comments')
    .set({ reply_mailed_at: Date.now() })
    .where('id', '=', id)
    .where('readable', '=', 1)
    .where('parent_id', 'is not', null)
    .where('reply_mailed_at', 'is', null)
  if (!(await hasChangedRows(first))) return
  const reply = await findReply(tx, id)
  if (!reply || reply.user_id === reply.reader_id) return

  const { title, path } = context.pages.describe(reply.page)
  const author = getAuthorName(reply)
  await enqueuePush(
    tx,
    { userId: reply.reader_id },
    {
      topic: 'replies',
      title: `${author} replied to your comment on ${title}`,
      body: reply.content,
      url: `${path}#comment-${id}`,
      tag: `reply-${id}`,
      commentId: id,
    },
  )
  if (reply.replies === 0) return

  const token = await unsubscribeToken(tx, reply.reader_id)
  const mail = writeMail({
    to: reply.reader_email,
    name: reply.reader_name,
    subject: `${author} replied to your comment on ${title}`,
    paragraphs: [
      `${author} has replied to your comment on “${title}”:`,
      ...shortenText(reply.content, QUOTE_LENGTH_MAX).split(/\n+/),
    ],
    action: { label: 'Read it and reply', url: `${context.origin}${path}#comment-${id}` },
    notes: [
      'You get this mail because somebody replied to you.',
      { label: 'Get no more mails about replies', url: `${context.origin}/unsubscribe#token=${token}` },
    ],
  })
  // The headers of RFC 8058. The URL has the token in its query, and queries are never logged.
  const headers = {
    'List-Unsubscribe': `<${context.origin}/api/unsubscribe/one-click?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await enqueueMail(tx, { ...mail, headers }, id)
}

/** Lists the public replies that nobody is notified of yet: those of one author, or all. An index supports the query. */
export const listUnnotifiedReplies = (db: DatabaseOrTx, userId?: string) =>
  db
    .selectFrom('comments')
    .select('id')
    // SQLite uses a partial index only for a query with the literals of the index.
    .where('readable', '=', sql.lit(1))
    .where('parent_id', 'is not', null)
    .where('reply_mailed_at', 'is', null)
    .where('user_id', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()

/** Notifies the authors of parent comments when the ban of the author of the replies ends. */
export const createUnbanSubscription = (context: CommentContext): Subscription =>
  createTransactionSubscription('profile.changed', async ({ userId }, tx) => {
    for (const { id } of await listUnnotifiedReplies(tx, userId)) await notifyParentAuthor(tx, context, id)
  })

/** Sends notifications about replies whose author's ban was lifted while comments were switched off. */
export async function notifyOfUnbannedReplies(context: CommentContext): Promise<void> {
  for (const { id } of await listUnnotifiedReplies(context.db))
    await context.db.transaction().execute((tx) => notifyParentAuthor(tx, context, id))
}

const findReply = (tx: Tx, id: string) =>
  tx
    .selectFrom('comments')
    .innerJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .innerJoin(buildAccountsQuery(tx).as('reader'), 'reader.id', 'parent.user_id')
    .leftJoin(buildAccountsQuery(tx).as('author'), 'author.id', 'comments.user_id')
    .leftJoin('mail_preferences', 'mail_preferences.user_id', 'reader.id')
    .select(['comments.page', 'comments.content', 'comments.user_id', 'comments.author_name', 'author.name'])
    .select(['reader.id as reader_id', 'reader.name as reader_name', 'reader.email as reader_email', 'replies'])
    .where('comments.id', '=', id)
    .where('reader.banned_at', 'is', null)
    .executeTakeFirst()

/** Reads which mails an account wants; by default all. */
export async function readReplyMailPreference(db: DatabaseOrTx, userId: string): Promise<ReplyMailPreference> {
  const row = await db.selectFrom('mail_preferences').select('replies').where('user_id', '=', userId).executeTakeFirst()
  return { replies: row?.replies !== 0 }
}

/** Stores whether an account gets mails about replies. If not, also deletes its unsent mails about replies. */
export async function saveReplyMailPreference(
  db: DatabaseOrTx,
  userId: string,
  { replies }: ReplyMailPreference,
): Promise<void> {
  const column = replies ? 1 : 0
  await ensureTransaction(db, async (tx) => {
    await tx
      .insertInto('mail_preferences')
      .values({ user_id: userId, replies: column, unsubscribe_token: generateSecret() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ replies: column }))
      .execute()
    if (!replies) await deleteUnsentReplyMails(tx, userId)
  })
}

/** Deletes the mails about replies to an account that are not sent yet. Only these mails quote a comment. */
export async function deleteUnsentReplyMails(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('kind', '=', 'mail')
    .where('comment_id', 'is not', null)
    .where('recipient_key', '=', buildUserEmailKeyQuery(tx, userId))
    .where('state', 'in', ['waiting', 'failed', 'kept'])
    .execute()
}

/**
 * Returns the secret that ends the mails to an account without requiring a login. All mails to the account contain the
 * same secret.
 */
async function unsubscribeToken(db: DatabaseOrTx, userId: string): Promise<string> {
  await insertNewRows(db, 'mail_preferences', { user_id: userId, replies: 1, unsubscribe_token: generateSecret() })
  const row = await db
    .selectFrom('mail_preferences')
    .select('unsubscribe_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unsubscribe_token
}

/** Ends the mails about replies to the account that has this token. @returns whether there is such an account */
export async function unsubscribeFromReplyMails(db: DatabaseOrTx, token: string): Promise<boolean> {
  // Postgres refuses text with a zero byte.
  if (!/^[\w-]+$/.test(token)) return false
  const account = await db
    .selectFrom('mail_preferences')
    .select('user_id')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  if (account) await saveReplyMailPreference(db, account.user_id, { replies: false })
  return account !== undefined
}
