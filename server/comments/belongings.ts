import type { Transaction } from 'kysely'
import type { AfterCommit } from '../db/after-commit.ts'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { erase, prune } from './erase.ts'
import { readMailPreferences } from './mail-preferences.ts'
import type { CommentNews } from './news.ts'
import { holdPagesOf, relist } from './relist.ts'

type Tx = Transaction<Schema>

/** What comments are to an account: its words, its reports, and whether it wants mails. */
export function commentBelongings(news: Pick<CommentNews, 'commentsChanged' | 'moderationChanged'>) {
  const tell =
    (pages: readonly string[]): AfterCommit =>
    () => {
      for (const page of pages) news.commentsChanged(page)
      news.moderationChanged()
    }

  return {
    exportOf: async (db: Queries, userId: string) => ({
      comments: await commentsOf(db, userId),
      reports: await reportsOf(db, userId),
      mailPreferences: await readMailPreferences(db, userId),
    }),
    /** As if each comment were deleted by its author. */
    forget: async (tx: Tx, userId: string): Promise<AfterCommit> => {
      await holdPagesOf(tx, userId)
      await erase(tx, { userId })
      const pages = await relist(tx, { userId })
      await prune(tx, { userId })
      await tx.deleteFrom('comment_reports').where('user_id', '=', userId).execute()
      return tell(pages)
    },
    profileChanged: async (tx: Tx, userId: string): Promise<AfterCommit> => {
      await holdPagesOf(tx, userId)
      return tell(await relist(tx, { userId }))
    },
  }
}

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
