import type { Migration } from 'kysely/migration'

/**
 * A kitchen can require that new guests confirm their email address before the first order. The confirmation is stored.
 */
export const guestEmailConfirmation: Migration = {
  async up({ schema }) {
    await schema
      .alterTable('vendors')
      .addColumn('confirm_first', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('users').addColumn('email_confirmed_at', 'bigint').execute()
  },
}
