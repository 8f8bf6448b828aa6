import type { Session } from '#contract/my-account.ts'
import type { Queries } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { deviceOf } from '../../../http/device.ts'

/** The longest list; further sessions can only be ended all together. */
const LISTED_MAX = 100

/** Lists the sessions of a person that can still be refreshed, the last used first. */
export async function listSessions(db: Queries, { userId, sessionId }: Actor): Promise<Session[]> {
  const now = Date.now()
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('hash')
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id')
          .where('refresh_tokens.spent_at', 'is', null)
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id, method, user_agent, address, created_at, last_used_at }) => ({
    id,
    current: id === sessionId,
    method,
    device: deviceOf(user_agent),
    address,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}
