import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Subscribers, announced pages and the mails about them (newsletter-tables.ts says what the columns mean). */
export const newsletter: Migration = {
  async up({ schema }) {
    await schema
      .createTable('subscribers')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('frequency', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('unsubscribe_token', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .execute()
    await schema.createIndex('subscribers_by_user').on('subscribers').column('user_id').execute()
    await schema.createIndex('subscribers_by_state').on('subscribers').columns(['state', 'id']).execute()

    await schema
      .createTable('subscription_requests')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('frequency', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('subscription_requests_by_email').on('subscription_requests').column('email_key').execute()
    await schema
      .createIndex('subscription_requests_by_expiry')
      .on('subscription_requests')
      .column('expires_at')
      .execute()

    await schema
      .createTable('announced_pages')
      .addColumn('page', 'text', (column) => column.notNull().primaryKey())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('announced_at', 'bigint')
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addColumn('failed', 'integer', (column) => column.notNull())
      .execute()

    await schema
      .createTable('page_mails')
      .addColumn('page', 'text', (column) =>
        column.notNull().references('announced_pages.page').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('subscriber_id', 'text', (column) => column.notNull().references('subscribers.id').onDelete('cascade'))
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('outbox_id', 'text')
      .addColumn('handed_over_at', 'bigint')
      .addPrimaryKeyConstraint('page_mails_key', ['page', 'subscriber_id'])
      .execute()
    await schema.createIndex('page_mails_by_subscriber').on('page_mails').column('subscriber_id').execute()
    await schema.createIndex('page_mails_by_outbox').on('page_mails').column('outbox_id').execute()
    await schema
      .createIndex('page_mails_due')
      .on('page_mails')
      .column('due_at')
      .where(sql.ref('outbox_id'), 'is', null)
      .execute()

    await schema
      .createTable('mail_pace')
      .addColumn('name', 'text', (column) => column.notNull().primaryKey())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
