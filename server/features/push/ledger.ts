import { PUSH_RESULT_RETENTION_MS, REFRESH_TOKEN_MS } from '#contract/limits.ts'
import { deskPushMessageSchema, type PushPlatform, pushPlatforms } from '#contract/push.ts'
import { countRowsByValue } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import type { Schema } from '../../db/schema.ts'
import { presentRows } from '../../http/present-rows.ts'

/** Lists the results of the latest messages, newest first. */
export async function listDeskPushMessages(db: DatabaseOrTx, cursor?: string) {
  const query = db.selectFrom('push_messages').select(['id', 'topic', 'title', 'body', 'created_at as createdAt'])
  const { rows, next } = await readPageNewestFirst(query, 'id', cursor)
  // An empty id is added, because databases refuse an empty list.
  const ids = ['', ...rows.map(({ id }) => id)]
  const counts = await countByMessage(db, ids)
  const errors = await lastErrors(db, ids)
  const { shown, damaged } = presentRows('push message', deskPushMessageSchema, rows, (message) => ({
    ...message,
    ...countResults(counts.filter(({ push_message_id }) => push_message_id === message.id)),
    lastError: errors.find(({ push_message_id }) => push_message_id === message.id)?.error ?? null,
  }))
  return { messages: shown, damaged, next }
}

/** Counts the results of all messages. The query reads only an index. */
export async function countPushResults(db: DatabaseOrTx) {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('kind', '=', 'push')
    .groupBy('state')
    .execute()
  return countResults(rows)
}

export const countDevicesByPlatform = (db: DatabaseOrTx): Promise<Record<PushPlatform, number>> =>
  countRowsByValue(db.selectFrom('push_devices'), 'platform', pushPlatforms)

/** Deletes old messages, and the devices of sessions that have ended. */
export async function deleteOldPushesAndDevices(db: Database): Promise<void> {
  const now = Date.now()
  const before = now - PUSH_RESULT_RETENTION_MS
  await db.transaction().execute(async (tx) => {
    const old = tx.selectFrom('push_messages').select('id').where('created_at', '<', before)
    await tx.deleteFrom('outbox').where('push_message_id', 'in', old).execute()
    await tx.deleteFrom('push_messages').where('created_at', '<', before).execute()
  })
  const endedSessions = db
    .selectFrom('sessions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('revoked_at', 'is not', null),
        eb('expires_at', '<=', now),
        eb('last_used_at', '<=', now - REFRESH_TOKEN_MS),
      ]),
    )
  await db.deleteFrom('push_devices').where('session_id', 'in', endedSessions).execute()
}

const countByMessage = (db: DatabaseOrTx, ids: readonly string[]) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['push_message_id', 'state', fn.countAll<number>().as('count')])
    .where('push_message_id', 'in', ids)
    .groupBy(['push_message_id', 'state'])
    .execute()

const lastErrors = (db: DatabaseOrTx, ids: readonly string[]) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['push_message_id', fn.max('last_error').as('error')])
    .where('push_message_id', 'in', ids)
    .where('state', '=', 'failed')
    .groupBy('push_message_id')
    .execute()

type State = Schema['outbox']['state']

function countResults(rows: readonly { state: State; count: number }[]) {
  const countOf = (state: State) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return {
    waiting: countOf('waiting'),
    accepted: countOf('sent'),
    failed: countOf('failed'),
    expired: countOf('expired'),
  }
}
