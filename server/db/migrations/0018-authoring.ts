import type { Migration } from 'kysely/migration'

/** Sessions store when their owner last entered the password again as a proof. Pages have drafts. */
export const authoring: Migration = {
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute()
    await db.schema
      .createTable('page_drafts')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('file', 'text', (column) => column.unique())
      .addColumn('base', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
