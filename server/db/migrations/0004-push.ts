import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Devices, their messages, and notices sent by push (schema.ts says what the columns mean). */
export const push: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .createTable('push_devices')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('push_devices_by_user').on('push_devices').column('user_id').execute()
    await schema.createIndex('push_devices_by_session').on('push_devices').column('session_id').execute()
    await schema.createIndex('push_devices_by_platform').on('push_devices').column('platform').execute()

    await schema
      .createTable('push_preferences')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('notices', 'integer', (column) => column.notNull())
      .addColumn('replies', 'integer', (column) => column.notNull())
      .addColumn('orders', 'integer', (column) => column.notNull())
      .addColumn('errors', 'integer', (column) => column.notNull())
      .addColumn('quiet_hours', 'text')
      .execute()

    await schema
      .createTable('push_messages')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('admins_only', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('notice_id', 'text')
      .addColumn('comment_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('push_messages_by_notice').on('push_messages').column('notice_id').execute()
    await schema.createIndex('push_messages_by_comment').on('push_messages').column('comment_id').execute()
    await schema.createIndex('push_messages_by_age').on('push_messages').column('created_at').execute()

    await schema.alterTable('outbox').addColumn('push_message_id', 'text').execute()
    await schema.alterTable('outbox').addColumn('device_id', 'text').execute()
    await schema.createIndex('outbox_by_push_message').on('outbox').columns(['push_message_id', 'state']).execute()
    await schema.createIndex('outbox_by_kind').on('outbox').columns(['kind', 'state']).execute()
    // The new index begins with the kind. So the search for the next mail does not read due pushes, and the search for
    // the next push does not read due mails.
    await schema.dropIndex('outbox_due').execute()
    await schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['kind', 'next_at'])
      .where(sql.ref('state'), '=', 'waiting')
      .execute()

    await schema
      .createTable('vapid_keys')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('private_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .alterTable('notices')
      .addColumn('push', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('notices').addColumn('pushed_at', 'bigint').execute()
    await schema
      .createIndex('notices_to_push')
      .on('notices')
      .column('starts_at')
      .where(sql.ref('push'), '=', 1)
      .where(sql.ref('pushed_at'), 'is', null)
      .execute()
  },
}
