import type { Migration } from 'kysely/migration'

/** A kitchen can have the first orders of new guests confirmed by mail, and guests who have done so are remembered. */
export const confirmFirst: Migration = {
  async up({ schema }) {
    await schema
      .alterTable('vendors')
      .addColumn('confirm_first', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('users').addColumn('email_confirmed_at', 'bigint').execute()
  },
}
