import { sql, type Transaction } from 'kysely'
import { ERROR_KEPT_MS, REPORTS_PER_ERROR } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Schema } from '../db/schema.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Report } from './report.ts'

type Tx = Transaction<Schema>

/** Whoever sends made-up reports fills no disk: those dealt with go first, then the ones not seen for longest. */
export const ERRORS_KEPT_MAX = 1_000

/** What a report has to say to admins. */
export interface ErrorNews {
  id: string
  title: string
  place: string
  release: string
  /** Whether it had been resolved. */
  isBack: boolean
}

/**
 * Keeps a report and counts it for its error, once for each id. Several processes can do so at the same time: the row of
 * the error is held from the first statement on.
 * @param tell what else belongs to the transaction in which an error is new, or back
 * @returns whether there is anything new to see
 */
export async function keepReport(
  db: Database,
  report: Report,
  tell: (tx: Tx, news: ErrorNews) => Promise<void>,
): Promise<boolean> {
  const now = Date.now()
  const { id: eventId, at, side, title, place, release, ...rest } = report
  const outcome = await db.transaction().execute(async (tx) => {
    const fingerprint = fingerprintOf(report)
    const { id, state, count } = await tx
      .insertInto('error_groups')
      .values({
        id: newId(),
        fingerprint,
        title,
        place,
        side,
        state: 'open',
        count: 0,
        first_seen_at: now,
        last_seen_at: now,
        first_release: release,
        last_release: release,
      })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ fingerprint }))
      .returning(['id', 'state', 'count'])
      .executeTakeFirstOrThrow()
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('error_events')
      .values({
        id: eventId,
        group_id: id,
        at,
        user_id: report.user?.id || null,
        payload: JSON.stringify({ release, ...rest }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!added) {
      // Under the id of another one's report, it is none of a new error either.
      if (count === 0) await tx.deleteFrom('error_groups').where('id', '=', id).execute()
      return null
    }
    await tx
      .updateTable('error_groups')
      .set((row) => ({ count: row('count', '+', 1), last_seen_at: now, last_release: release }))
      .$if(state === 'resolved', (query) => query.set({ state: 'open' }))
      .where('id', '=', id)
      .execute()
    await dropOldReports(tx, id)
    const isNew = count === 0
    const isBack = state === 'resolved'
    if (isNew || isBack) await tell(tx, { id, title, place, release, isBack })
    return { isNew }
  })
  if (outcome?.isNew) await dropSurplusErrors(db)
  return outcome !== null
}

/** Forgets errors that have not come up for long. */
export async function dropOldErrors(db: Database): Promise<void> {
  await db
    .deleteFrom('error_groups')
    .where('last_seen_at', '<', Date.now() - ERROR_KEPT_MS)
    .execute()
}

async function dropOldReports(tx: Tx, groupId: string): Promise<void> {
  const newest = tx
    .selectFrom('error_events')
    .select('id')
    .where('group_id', '=', groupId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(REPORTS_PER_ERROR)
  await tx.deleteFrom('error_events').where('group_id', '=', groupId).where('id', 'not in', newest).execute()
}

async function dropSurplusErrors(db: Database): Promise<void> {
  const { count } = await db
    .selectFrom('error_groups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count <= ERRORS_KEPT_MAX) return
  const surplus = db
    .selectFrom('error_groups')
    .select('id')
    .orderBy(sql`case state when 'resolved' then 0 when 'open' then 1 else 2 end`)
    .orderBy('last_seen_at')
    .orderBy('id')
    .limit(count - ERRORS_KEPT_MAX)
  await db.deleteFrom('error_groups').where('id', 'in', surplus).execute()
}
