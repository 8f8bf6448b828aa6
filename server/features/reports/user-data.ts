import type { Transaction } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { StoredEvent } from './error-list.ts'

/** Exports and erases the account in error reports. The reports stay without the account. */
export const reportUserData = {
  export: async (db: Queries, userId: string) => {
    const rows = await eventsOf(db, userId)
    const errorReports = rows.map(({ at, payload }) => {
      const { url, client, user } = JSON.parse(payload) as StoredEvent
      return { at: new Date(at).toISOString(), url, client, user }
    })
    return { errorReports }
  },
  erase: async (tx: Transaction<Schema>, userId: string) => {
    for (const { id, payload } of await eventsOf(tx, userId)) {
      const event = { ...(JSON.parse(payload) as StoredEvent), user: null }
      await tx
        .updateTable('error_events')
        .set({ user_id: null, payload: JSON.stringify(event) })
        .where('id', '=', id)
        .execute()
    }
  },
}

const eventsOf = (db: Queries, userId: string) =>
  db.selectFrom('error_events').select(['id', 'at', 'payload']).where('user_id', '=', userId).orderBy('at').execute()
