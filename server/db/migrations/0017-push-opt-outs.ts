import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const topics = ['notices', 'replies', 'orders', 'errors'] as const

/** A row for each push topic that an account does not want, instead of a column for each topic. */
export const pushOptOuts: Migration = {
  async up(db) {
    await db.schema
      .createTable('push_opt_outs')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('topic', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_opt_outs_key', ['user_id', 'topic'])
      .execute()
    for (const topic of topics) {
      await db
        .insertInto('push_opt_outs')
        .columns(['user_id', 'topic'])
        .expression(
          db
            .selectFrom('push_preferences')
            .select(['user_id', sql.lit(topic).as('topic')])
            .where(topic, '=', 0),
        )
        .execute()
      await db.schema.alterTable('push_preferences').dropColumn(topic).execute()
    }
  },
}
