import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The desk lists and counts the orders of a state that reached their kitchens: newest first, and no others are read. */
export const orderLists: Migration = {
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
