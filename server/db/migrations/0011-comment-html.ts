import type { Migration } from 'kysely/migration'

/**
 * Comments store the HTML for feeds (comment-tables.ts). Existing comments get their HTML when a feed first contains
 * them.
 */
export const commentHtml: Migration = {
  async up(db) {
    await db.schema.alterTable('comments').addColumn('content_html', 'text').execute()
  },
}
