import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Card payments, refunds and the books of the kitchens (payment-tables.ts says what the columns mean). */
export const payments: Migration = {
  async up(db) {
    const { schema } = db

    await schema
      .alterTable('vendors')
      .addColumn('commission_rate', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('vendors')
      .addColumn('last_receipt', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('vendors')
      .addColumn('last_credit_note', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('orders').addColumn('reached_at', 'bigint').execute()
    await db
      .updateTable('orders')
      .set((eb) => ({ reached_at: eb.ref('placed_at') }))
      .execute()
    await schema.createIndex('orders_by_state').on('orders').columns(['state', 'reached_at']).execute()

    await schema
      .createTable('payments')
      .addColumn('order_id', 'text', (column) =>
        column.notNull().primaryKey().references('orders.id').onDelete('cascade'),
      )
      .addColumn('provider_id', 'text', (column) => column.unique())
      .addColumn('charged_at_once', 'integer', (column) => column.notNull())
      .addColumn('amount', 'integer', (column) => column.notNull())
      .addColumn('declined', 'text', (column) => column.notNull())
      .addColumn('card', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('check_at', 'bigint')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .execute()
    await schema.createIndex('payments_by_check').on('payments').column('check_at').execute()

    await schema
      .createTable('payment_events')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.references('orders.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('payment_events_by_order').on('payment_events').column('order_id').execute()
    await schema.createIndex('payment_events_by_time').on('payment_events').column('at').execute()

    await schema
      .createTable('payment_attempts')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('card_fingerprint', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('is_declined', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('payment_attempts_by_time').on('payment_attempts').column('at').execute()
    await schema.createIndex('payment_attempts_by_order').on('payment_attempts').column('order_id').execute()

    await schema
      .createTable('refunds')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('amount', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('provider_id', 'text', (column) => column.unique())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('refunds_key', ['order_id', 'key'])
      .execute()

    await schema
      .createTable('receipts')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('vendor_id', 'text', (column) => column.notNull().references('vendors.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('source_id', 'text', (column) => column.notNull().unique())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('payment', 'text', (column) => column.notNull())
      .addColumn('amount', 'integer', (column) => column.notNull())
      .addColumn('commission', 'integer', (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addUniqueConstraint('receipts_number', ['vendor_id', 'kind', 'number'])
      .execute()
    await schema.createIndex('receipts_by_month').on('receipts').columns(['vendor_id', 'month']).execute()
    await schema.createIndex('receipts_by_order').on('receipts').column('order_id').execute()

    await schema
      .createTable('payment_alerts')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.references('orders.id').onDelete('cascade'))
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint')
      .execute()
    await schema
      .createIndex('payment_alerts_unseen')
      .on('payment_alerts')
      .columns(['kind', 'subject'])
      .unique()
      .where(sql.ref('seen_at'), 'is', null)
      .execute()
  },
}
