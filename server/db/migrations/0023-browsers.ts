import type { Migration } from 'kysely/migration'

/** The browser of each session and of each refresh token (schema.ts says what the columns mean). */
export const sessionBrowsers: Migration = {
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('browser', 'text').execute()
    await db.schema.createIndex('sessions_by_browser').on('sessions').column('browser').execute()
    await db.schema.alterTable('refresh_tokens').addColumn('browser', 'text').execute()
  },
}
