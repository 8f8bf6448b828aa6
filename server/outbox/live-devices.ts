import type { Nullable, SelectQueryBuilder } from 'kysely'
import { REFRESH_TOKEN_MS } from '#contract/limits.ts'
import type { Queries } from '../db/database.ts'
import { type Profile, profiles } from '../db/profiles.ts'
import type { Schema } from '../db/schema.ts'

type Tables = Omit<Schema, 'push_preferences'> & {
  push_preferences: Nullable<Schema['push_preferences']>
  account: Profile
}
type LiveDevices = SelectQueryBuilder<Tables, 'push_devices' | 'sessions' | 'account' | 'push_preferences', object>

/** Selects the devices with an open session and account, and the preferences of their owners. */
export const liveDevices = (db: Queries, now = Date.now()): LiveDevices =>
  db
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'push_devices.session_id')
    .innerJoin(profiles(db).as('account'), 'account.id', 'push_devices.user_id')
    .leftJoin('push_preferences', 'push_preferences.user_id', 'push_devices.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    // The session of a device that was not used for longer cannot be refreshed.
    .where('sessions.last_used_at', '>', now - REFRESH_TOKEN_MS)
    .where('account.banned_at', 'is', null)
