import type { Migration } from 'kysely/migration'

/** Errors and the latest reports of each (schema.ts says what the columns mean). */
export const errorReports: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .createTable('error_groups')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('side', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('first_release', 'text', (column) => column.notNull())
      .addColumn('last_release', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('error_groups_by_state')
      .on('error_groups')
      .columns(['state', 'last_seen_at', 'id'])
      .execute()
    await schema.createIndex('error_groups_by_age').on('error_groups').columns(['last_seen_at', 'id']).execute()

    await schema
      .createTable('error_events')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('group_id', 'text', (column) => column.notNull().references('error_groups.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('payload', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('error_events_by_group').on('error_events').columns(['group_id', 'at']).execute()
    await schema.createIndex('error_events_by_user').on('error_events').column('user_id').execute()
  },
}
