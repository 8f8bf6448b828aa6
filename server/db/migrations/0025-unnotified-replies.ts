import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The index of the public replies about which nobody was notified. It is nearly always empty, so that each start can
 * look for such replies. It omits imported replies, which have no account and cause no notification.
 */
export const unnotifiedReplyIndex: Migration = {
  async up(db) {
    await db.schema
      .createIndex('comments_unnotified')
      .on('comments')
      .column('user_id')
      .where(sql.ref('readable'), '=', 1)
      .where(sql.ref('parent_id'), 'is not', null)
      .where(sql.ref('reply_mailed_at'), 'is', null)
      .where(sql.ref('user_id'), 'is not', null)
      .execute()
  },
}
