import type { Migration } from 'kysely/migration'

/** Comments, reports about them, settings of the author and mail preferences (schema.ts says what the columns mean). */
export const comments: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .createTable('comments')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('page', 'text', (column) => column.notNull())
      // No foreign keys to other comments, because the code decides which replies are deleted. An import may insert a
      // reply before its parent comment.
      .addColumn('thread_id', 'text', (column) => column.notNull())
      .addColumn('parent_id', 'text')
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('author_name', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('edited_at', 'bigint')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('readable', 'integer', (column) => column.notNull())
      .addColumn('listed', 'integer', (column) => column.notNull())
      .addColumn('spam_score', 'integer', (column) => column.notNull())
      .addColumn('spam_reasons', 'text', (column) => column.notNull())
      .addColumn('post_key', 'text')
      .addColumn('source', 'text')
      .addColumn('reply_mailed_at', 'bigint')
      .execute()
    // The order of comments on a page: the newest thread first, and in a thread the oldest comment first.
    await schema
      .createIndex('comments_by_page')
      .on('comments')
      .columns(['page', 'listed', 'thread_id desc', 'id'])
      .execute()
    // The page is the first column. With the thread as the first column, Postgres would search the comments of all
    // pages for the newest comment of one page.
    await schema.createIndex('comments_by_thread').on('comments').columns(['page', 'thread_id', 'id']).execute()
    // The feed reads the newest comments first by this index.
    await schema
      .createIndex('comments_by_time')
      .on('comments')
      .columns(['page', 'readable', 'created_at', 'id'])
      .execute()
    await schema.createIndex('comments_by_user').on('comments').columns(['user_id', 'state', 'created_at']).execute()
    await schema.createIndex('comments_by_state').on('comments').columns(['state', 'id']).execute()
    await schema.createIndex('comments_by_words').on('comments').columns(['content_hash', 'created_at']).execute()
    await schema.createIndex('comments_by_key').unique().on('comments').columns(['user_id', 'post_key']).execute()
    await schema.createIndex('comments_by_source').unique().on('comments').column('source').execute()

    await schema
      .createTable('comment_pages')
      .addColumn('page', 'text', (column) => column.notNull().primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('comment_reports')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('comment_id', 'text', (column) => column.notNull().references('comments.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('resolved_at', 'bigint')
      .addUniqueConstraint('comment_reports_once', ['comment_id', 'user_id'])
      .execute()
    await schema
      .createIndex('comment_reports_open')
      .on('comment_reports')
      .columns(['resolved_at', 'comment_id'])
      .execute()
    await schema.createIndex('comment_reports_by_user').on('comment_reports').column('user_id').execute()

    // No foreign key, because the row of a deleted comment may stay as a placeholder in its thread.
    await schema.alterTable('outbox').addColumn('comment_id', 'text').execute()
    await schema.createIndex('outbox_by_comment').on('outbox').column('comment_id').execute()

    await schema
      .createTable('settings')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()

    await schema
      .createTable('mail_preferences')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('replies', 'integer', (column) => column.notNull())
      .addColumn('unsubscribe_token', 'text', (column) => column.notNull().unique())
      .execute()
  },
}
