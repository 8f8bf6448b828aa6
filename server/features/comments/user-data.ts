import type { Queries } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { Tx } from './comment-context.ts'
import { eraseComments, pruneComments } from './erase-comments.ts'
import { readMailPreferences } from './mail-preferences.ts'
import { lockPagesOf, publishPages, updateVisibility } from './update-visibility.ts'

/** Exports and erases the comments, reports and mail preferences of a person. */
export const commentUserData = (events: Events) => ({
  export: async (db: Queries, userId: string) => ({
    comments: await commentsOf(db, userId),
    reports: await reportsOf(db, userId),
    mailPreferences: await readMailPreferences(db, userId),
  }),
  /** Deletes all comments, as their author can. */
  erase: async (tx: Tx, userId: string): Promise<void> => {
    await lockPagesOf(tx, userId)
    await eraseComments(tx, { userId })
    const pages = await updateVisibility(tx, { userId })
    await pruneComments(tx, { userId })
    await tx.deleteFrom('comment_reports').where('user_id', '=', userId).execute()
    await publishPages(events, tx, pages)
  },
})

const iso = (ms: number) => new Date(ms).toISOString()

async function commentsOf(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'page', 'parent_id', 'content', 'created_at', 'edited_at', 'state', 'spam_score', 'spam_reasons'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    page: row.page,
    answerTo: row.parent_id,
    content: row.content,
    createdAt: iso(row.created_at),
    editedAt: row.edited_at && iso(row.edited_at),
    state: row.state,
    spam: { score: row.spam_score, reasons: JSON.parse(row.spam_reasons) as string[] },
  }))
}

async function reportsOf(db: Queries, userId: string) {
  const rows = await db
    .selectFrom('comment_reports')
    .select(['comment_id', 'reason', 'created_at', 'resolved_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    comment: row.comment_id,
    reason: row.reason,
    createdAt: iso(row.created_at),
    resolvedAt: row.resolved_at && iso(row.resolved_at),
  }))
}
