import type { ReplyMailPreference } from '#contract/comments.ts'
import { buildAccountsQuery } from '../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../db/database.ts'
import { generateSecret } from '../../db/secrets.ts'
import { createTransactionSubscription, type Subscription } from '../../events/events.ts'
import { writeMail } from '../../outbox/email-template.ts'
import { enqueuePush, shortenText } from '../../outbox/enqueue-push.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { CommentContext } from './comment-context.ts'
import { getAuthorName } from './comment-rows.ts'

const QUOTE_LENGTH_MAX = 500

/**
 * Notifies the author of a comment by push and mail when an answer becomes public for the first time. Authors are not
 * notified of their own answers, and banned accounts are not notified at all. An account can switch off pushes and
 * mails separately.
 */
export async function notifyAnsweredAuthor(tx: Tx, context: CommentContext, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('comments')
    .set({ reply_mailed_at: Date.now() })
    .where('id', '=', id)
    .where('readable', '=', 1)
    .where('parent_id', 'is not', null)
    .where('reply_mailed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const answer = await findAnswer(tx, id)
  if (!answer || answer.user_id === answer.reader_id) return

  const { title, path } = context.pages.describe(answer.page)
  const author = getAuthorName(answer)
  await enqueuePush(
    tx,
    { userId: answer.reader_id },
    {
      topic: 'replies',
      title: `${author} answered your comment on ${title}`,
      body: answer.content,
      url: `${path}#comment-${id}`,
      tag: `reply-${id}`,
      commentId: id,
    },
  )
  if (answer.replies === 0) return

  const token = await unsubscribeToken(tx, answer.reader_id)
  const mail = writeMail({
    to: answer.reader_email,
    name: answer.reader_name,
    subject: `${author} answered your comment on ${title}`,
    paragraphs: [
      `${author} has answered your comment on “${title}”:`,
      ...shortenText(answer.content, QUOTE_LENGTH_MAX).split(/\n+/),
    ],
    action: { label: 'Read it and answer', url: `${context.origin}${path}#comment-${id}` },
    notes: [
      'You get this mail because somebody answered you.',
      { label: 'Get no more mails about answers', url: `${context.origin}/unsubscribe#token=${token}` },
    ],
  })
  // The headers of RFC 8058. The URL has the token in its query, and queries are never logged.
  const headers = {
    'List-Unsubscribe': `<${context.origin}/api/unsubscribe/one-click?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await enqueueMail(tx, { ...mail, headers }, id)
}

/** Notifies the authors of answered comments when the ban of the author of the answers ends. */
export const createUnbanSubscription = (context: CommentContext): Subscription =>
  createTransactionSubscription('profile.changed', async ({ userId }, tx) => {
    const answers = await tx
      .selectFrom('comments')
      .select('id')
      .where('user_id', '=', userId)
      .where('readable', '=', 1)
      .where('parent_id', 'is not', null)
      .where('reply_mailed_at', 'is', null)
      .execute()
    for (const { id } of answers) await notifyAnsweredAuthor(tx, context, id)
  })

const findAnswer = (tx: Tx, id: string) =>
  tx
    .selectFrom('comments')
    .innerJoin('comments as answered', 'answered.id', 'comments.parent_id')
    .innerJoin(buildAccountsQuery(tx).as('reader'), 'reader.id', 'answered.user_id')
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

export async function saveReplyMailPreference(
  db: DatabaseOrTx,
  userId: string,
  { replies }: ReplyMailPreference,
): Promise<void> {
  const column = replies ? 1 : 0
  await db
    .insertInto('mail_preferences')
    .values({ user_id: userId, replies: column, unsubscribe_token: generateSecret() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ replies: column }))
    .execute()
}

/**
 * Returns the secret that ends the mails of an account without a login. All mails to the account contain the same
 * secret.
 */
async function unsubscribeToken(db: DatabaseOrTx, userId: string): Promise<string> {
  await db
    .insertInto('mail_preferences')
    .values({ user_id: userId, replies: 1, unsubscribe_token: generateSecret() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('mail_preferences')
    .select('unsubscribe_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unsubscribe_token
}

/** Ends the mails about answers to the account that has this token. @returns whether there is such an account */
export async function unsubscribeFromAnswerMail(db: DatabaseOrTx, token: string): Promise<boolean> {
  // Postgres refuses text with a zero byte.
  if (!/^[\w-]+$/.test(token)) return false
  const { numUpdatedRows } = await db
    .updateTable('mail_preferences')
    .set({ replies: 0 })
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
