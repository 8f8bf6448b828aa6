import type { Migration } from 'kysely/migration'

/** The previews of drafts can be shared. */
export const previewKeys: Migration = {
  async up(db) {
    await db.schema.alterTable('page_drafts').addColumn('preview_key', 'text').execute()
    await db.schema.createIndex('page_drafts_preview_key').on('page_drafts').column('preview_key').unique().execute()
  },
}
