import { profiles } from '../../db/profiles.ts'
import { writeMail } from '../../outbox/email-template.ts'
import { enqueuePush, shorten } from '../../outbox/enqueue-push.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { CommentContext, Tx } from './comment-context.ts'
import { authorOf } from './comment-rows.ts'
import { unsubscribeToken } from './mail-preferences.ts'

const QUOTE_LENGTH_MAX = 500

/**
 * Notifies the author of a comment by push and mail when an answer becomes public for the first time. Nobody is
 * notified of an own answer; banned accounts and those that turned the notification off are left out.
 */
export async function notifyAnswered(tx: Tx, context: CommentContext, id: string): Promise<void> {
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
  const author = authorOf(answer)
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
      ...shorten(answer.content, QUOTE_LENGTH_MAX).split(/\n+/),
    ],
    action: { label: 'Read it and answer', url: `${context.origin}${path}#comment-${id}` },
    notes: [
      'You get this mail because somebody answered you.',
      { label: 'Get no more mails about answers', url: `${context.origin}/unsubscribe#token=${token}` },
    ],
  })
  // RFC 8058. The token is in the query, which is never logged.
  const headers = {
    'List-Unsubscribe': `<${context.origin}/api/unsubscribe/one-click?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await enqueueMail(tx, { ...mail, headers }, id)
}

const findAnswer = (tx: Tx, id: string) =>
  tx
    .selectFrom('comments')
    .innerJoin('comments as answered', 'answered.id', 'comments.parent_id')
    .innerJoin(profiles(tx).as('reader'), 'reader.id', 'answered.user_id')
    .leftJoin(profiles(tx).as('author'), 'author.id', 'comments.user_id')
    .leftJoin('mail_preferences', 'mail_preferences.user_id', 'reader.id')
    .select(['comments.page', 'comments.content', 'comments.user_id', 'comments.author_name', 'author.name'])
    .select(['reader.id as reader_id', 'reader.name as reader_name', 'reader.email as reader_email', 'replies'])
    .where('comments.id', '=', id)
    .where('reader.banned_at', 'is', null)
    .executeTakeFirst()
