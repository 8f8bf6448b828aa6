import type { Migration } from 'kysely/migration'

/** Passkeys of accounts (login-tables.ts says what the columns mean). */
export const passkeys: Migration = {
  async up(db) {
    const { schema } = db
    await schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('is_synced', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()

    await schema
      .createTable('passkey_challenges')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('passkey_challenges_by_expiry').on('passkey_challenges').column('expires_at').execute()
  },
}
