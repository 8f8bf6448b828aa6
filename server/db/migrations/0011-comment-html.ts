import type { Migration } from 'kysely/migration'

/** Comments keep the HTML that feeds show (comment-tables.ts); those that are there get theirs when a feed first has them. */
export const commentHtml: Migration = {
  async up(db) {
    await db.schema.alterTable('comments').addColumn('content_html', 'text').execute()
  },
}
