import { type Notice, type noticeAudiences, noticeSchema } from '#contract/notices.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../http/actor.ts'
import { createNotFoundRefusal } from '../../http/failures.ts'
import { type PresentedRows, presentRows } from '../../http/present-rows.ts'

type Caller = Pick<Actor, 'userId' | 'roles'> | null

const byImportance = { high: 0, normal: 1, low: 2 } as const

/** Lists the current notices for the caller (S7.12): the highest priority first, then the latest start. */
export async function listCurrentNotices(db: DatabaseOrTx, caller: Caller): Promise<PresentedRows<Notice>> {
  const now = Date.now()
  const rows = await db
    .selectFrom('notices')
    .select(['id', 'message', 'priority', 'links'])
    .where('withdrawn_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where('audience', 'in', audiencesOf(caller))
    .$if(caller !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notice_dismissals')
              .select('notice_id')
              .whereRef('notice_id', '=', 'notices.id')
              .where('user_id', '=', caller?.userId ?? ''),
          ),
        ),
      ),
    )
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { shown, damaged } = presentRows('notice', noticeSchema, rows, presentNotice)
  return {
    shown: shown.sort((a, b) => byImportance[a.priority ?? 'normal'] - byImportance[b.priority ?? 'normal']),
    damaged,
  }
}

/**
 * Hides a notice on all devices of the caller (S4.12, S2.52), even when the notice has ended. @throws {Refusal}
 * not_found
 */
export async function dismissNotice(db: Database, caller: NonNullable<Caller>, noticeId: string): Promise<void> {
  // Retries, because the insert fails when an admin deletes the notice between the two queries.
  await retryTransaction(db, async (tx) => {
    const now = Date.now()
    await tx
      .selectFrom('notices')
      .select('id')
      .where('id', '=', noticeId)
      .where('starts_at', '<=', now)
      .where('audience', 'in', audiencesOf(caller))
      .executeTakeFirstOrThrow(createNotFoundRefusal)
    await insertNewRows(tx, 'notice_dismissals', { user_id: caller.userId, notice_id: noticeId, dismissed_at: now })
  })
}

export const presentNotice = ({ id, message, priority, links }: Shown) => ({
  id,
  message,
  priority,
  links: JSON.parse(links) as NonNullable<Notice['links']>,
})

type Shown = Pick<Schema['notices'], 'id' | 'message' | 'priority' | 'links'>

/**
 * Returns the audiences whose notices a caller sees. A guest, who has an account without a password, sees the same
 * notices as a visitor without an account (S6.01, S6.03).
 */
function audiencesOf(caller: Caller): (typeof noticeAudiences)[number][] {
  if (!caller || caller.roles.includes('Guest')) return ['everyone']
  return caller.roles.includes('Admin') ? ['everyone', 'readers', 'admins'] : ['everyone', 'readers']
}
