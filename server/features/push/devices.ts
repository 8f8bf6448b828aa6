import { sql } from 'kysely'
import type { PushPlatform } from '#contract/push.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import { createId } from '../../db/ids.ts'
import type { Actor } from '../../http/actor.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { buildActiveDevicesQuery } from '../../outbox/enqueue-push.ts'
import type { PushTokenWithHash } from './push-token.ts'

/**
 * Registers the device of a session (S7.11). A session has one device, so a new token replaces the previous one. A
 * token that another reader has registered before becomes a new device of this reader. The device gets no messages of
 * the other reader.
 */
export async function registerDevice(
  db: Database,
  { userId, sessionId }: Actor,
  { token, hash, platform }: PushTokenWithHash & { platform: PushPlatform },
): Promise<void> {
  const fresh = { user_id: userId, session_id: sessionId, platform, token }
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('push_devices').where('session_id', '=', sessionId).where('token_hash', '!=', hash).execute()
    await tx
      .insertInto('push_devices')
      .values({ ...fresh, id: createId(), token_hash: hash, created_at: Date.now() })
      .onConflict((conflict) =>
        conflict.column('token_hash').doUpdateSet({
          ...fresh,
          id: itsOwn('id'),
          created_at: itsOwn('created_at'),
        }),
      )
      .execute()
  })
}

/** Keeps the value of a column when the device already belongs to the reader. */
const itsOwn = <C extends 'id' | 'created_at'>(column: C) =>
  sql<C extends 'id' ? string : number>`case when push_devices.user_id = excluded.user_id
    then ${sql.ref(`push_devices.${column}`)} else ${sql.ref(`excluded.${column}`)} end`

/** Lists the active devices of a reader, newest first. */
export async function listDevices(db: DatabaseOrTx, { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>) {
  const rows = await buildActiveDevicesQuery(db)
    .select(['push_devices.id', 'platform', 'session_id', 'user_agent', 'push_devices.created_at as registeredAt'])
    .where('push_devices.user_id', '=', userId)
    .orderBy('push_devices.created_at', 'desc')
    .orderBy('push_devices.id', 'desc')
    .execute()
  return rows.map(({ user_agent, session_id, ...device }) => ({
    ...device,
    name: describeDevice(user_agent),
    current: session_id === sessionId,
  }))
}

export const removeDevice = (db: DatabaseOrTx, userId: string, which: { id: string } | { token_hash: string }) =>
  hasChangedRows(db.deleteFrom('push_devices').where((eb) => eb.and({ user_id: userId, ...which })))
