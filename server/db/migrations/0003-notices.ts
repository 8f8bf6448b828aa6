import type { Migration } from 'kysely/migration'

/** Notices, their dismissals, and the tools (schema.ts says what the columns mean). */
export const notices: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .createTable('notices')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('priority', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('links', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('withdrawn_at', 'bigint')
      .addColumn('is_sample', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('notices_by_end').on('notices').columns(['withdrawn_at', 'ends_at', 'starts_at']).execute()

    await schema
      .createTable('notice_dismissals')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('notice_id', 'text', (column) => column.notNull().references('notices.id').onDelete('cascade'))
      .addColumn('dismissed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('notice_dismissals_key', ['user_id', 'notice_id'])
      .execute()
    await schema.createIndex('notice_dismissals_by_notice').on('notice_dismissals').column('notice_id').execute()

    await schema
      .createTable('tools')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute()
  },
}
