import type { Migration } from 'kysely/migration'

/** The indexes with which old sessions are found and deleted without reading all rows. */
export const oldSessionIndexes: Migration = {
  async up(db) {
    await db.schema.createIndex('sessions_by_last_use').on('sessions').column('last_used_at').execute()
    await db.schema.createIndex('passkey_challenges_by_session').on('passkey_challenges').column('session_id').execute()
  },
}
