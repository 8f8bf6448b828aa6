import type { Queries } from '../../db/database.ts'

/** Exports the notices that a reader has dismissed. The dismissals are deleted with the account. */
export const noticeUserData = {
  export: async (db: Queries, userId: string) => {
    const rows = await db
      .selectFrom('notice_dismissals')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .select(['message', 'dismissed_at'])
      .where('user_id', '=', userId)
      .orderBy('dismissed_at')
      .execute()
    const dismissedNotices = rows.map(({ message, dismissed_at }) => ({
      message,
      dismissedAt: new Date(dismissed_at).toISOString(),
    }))
    return { dismissedNotices }
  },
}
