import type { Migration } from 'kysely/migration'

/** A person who is invited to a kitchen becomes a member by accepting the invitation. */
export const kitchenInvitations: Migration = {
  async up({ schema }) {
    await schema
      .createTable('kitchen_invitations')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('vendor_id', 'text', (column) => column.notNull().references('vendors.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('kitchen_invitations_key', ['vendor_id', 'email_key'])
      .execute()
    await schema.createIndex('kitchen_invitations_by_email').on('kitchen_invitations').column('email_key').execute()
  },
}
