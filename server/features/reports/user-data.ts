import type { Transaction } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { StoredEvent } from './desk-errors.ts'

/** Exports and erases the account in error reports. The reports stay without the account. */
export const reportUserData = {
  export: async (db: Queries, userId: string) => {
    const rows = await listEvents(db, userId)
    const errorReports = rows.map(({ at, payload }) => {
      const { url, client, user } = JSON.parse(payload) as StoredEvent
      return { at: new Date(at).toISOString(), url, client, user }
    })
    return { errorReports }
  },
  erase: async (tx: Transaction<Schema>, userId: string) => {
    for (const { id, payload } of await listEvents(tx, userId)) {
      const event = { ...(JSON.parse(payload) as StoredEvent), user: null }
      await tx
        .updateTable('error_events')
        .set({ user_id: null, payload: JSON.stringify(event) })
        .where('id', '=', id)
        .execute()
    }
  },
}

const listEvents = (db: Queries, userId: string) =>
  db.selectFrom('error_events').select(['id', 'at', 'payload']).where('user_id', '=', userId).orderBy('at').execute()
