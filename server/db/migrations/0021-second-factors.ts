import type { Migration } from 'kysely/migration'

/** Second factors of accounts (login-tables.ts says what the columns mean). */
export const secondFactors: Migration = {
  async up(db) {
    const { schema } = db
    await schema
      .createTable('second_factors')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('tries_since', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
      .execute()
  },
}
