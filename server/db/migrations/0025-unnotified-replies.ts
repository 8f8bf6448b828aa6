import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The index of the public replies that nobody is notified of yet. It is nearly always empty, so that each start can
 * look for such replies. Imported replies, which have no account, are never notified of.
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
