import type { Migration } from 'kysely/migration'

/** The calls that several processes on Postgres count together, for the limits of calls. */
export const rateLimitCounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('call_counts')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('call_counts_by_end').on('call_counts').column('ends_at').execute()
  },
}
