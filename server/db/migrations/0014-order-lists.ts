import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Changes an index. When the desk lists or counts the orders of a state, it now reads only orders that reached their
 * kitchens.
 */
export const orderStateIndex: Migration = {
  async up({ schema }) {
    await schema.dropIndex('orders_by_state').execute()
    await schema
      .createIndex('orders_by_state')
      .on('orders')
      .columns(['state', 'id'])
      .where(sql.ref('reached_at'), 'is not', null)
      .execute()
  },
}
