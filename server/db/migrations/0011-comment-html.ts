import type { Migration } from 'kysely/migration'

/** Comments store the HTML for feeds (comment-tables.ts). Existing comments get theirs when a feed first shows them. */
export const commentHtml: Migration = {
  async up(db) {
    await db.schema.alterTable('comments').addColumn('content_html', 'text').execute()
  },
}
