import { DAY_MS, ERROR_RETENTION_MS, HOUR_MS, STORED_REPORTS_PER_ERROR } from '#contract/limits.ts'
import { hasRow } from '../../db/count-query-rows.ts'
import type { Database, Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { notifyAdmins } from '../../outbox/notify-admins.ts'
import { type ErrorReport, fingerprintErrorReport } from './report.ts'

/**
 * The maximum number of stored browser errors that no admin has changed, and the same number for server errors. At the
 * limit, the error that has not occurred for the longest time is deleted. Anybody can send false reports, so a browser
 * error never replaces a server error.
 */
export const ERRORS_STORED_MAX = 500
/** The maximum number of new errors from one IP address in a day. Further new errors are dropped. */
const NEW_PER_ADDRESS_AND_DAY = 20
/** The maximum number of new errors from all browsers in an hour. Further new errors are dropped. */
const NEW_PER_HOUR = 100

/**
 * Stores a report and increases the count of its error. A report id that is stored already is ignored. Several
 * processes can store reports at the same time, because the first statement locks the row of the error. Admins are
 * notified when the error is new, or has occurred again after it was resolved.
 * @param reporter the key of the IP address of the browser that sent the report; null for this server
 * @param origin the main origin of the site, for the link to the error
 * @returns whether the report was stored
 */
export async function storeReportAndNotifyAdmins(
  db: Database,
  report: ErrorReport,
  reporter: string | null,
  origin: string,
) {
  const now = Date.now()
  const { id: eventId, at, side, title, place, release, ...content } = report
  const outcome = await db.transaction().execute(async (tx) => {
    const fingerprint = fingerprintErrorReport(report)
    if (reporter !== null && !(await mayStore(tx, fingerprint, reporter))) return null
    const { id, state, count } = await tx
      .insertInto('error_groups')
      .values({
        id: createId(),
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
        reporter,
      })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ fingerprint }))
      .returning(['id', 'state', 'count'])
      .executeTakeFirstOrThrow()
    const added = await insertNewRows(tx, 'error_events', {
      id: eventId,
      group_id: id,
      at,
      user_id: report.user?.id || null,
      payload: JSON.stringify({ release, ...content }),
    })
    if (added === 0) {
      // A report whose id is already stored must not create an error either.
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
    if (isNew || isBack) await notifyOfError(tx, id, report, isBack, origin)
    return { isNew }
  })
  if (outcome?.isNew) await dropSurplusErrors(db, side)
  return outcome !== null
}

/**
 * Notifies admins of an error. @param isBack whether the error was resolved and has occurred again; otherwise it is new
 */
async function notifyOfError(
  tx: Tx,
  id: string,
  { title, place, release }: ErrorReport,
  isBack: boolean,
  origin: string,
) {
  await notifyAdmins(tx, origin, {
    counter: 'error-mails',
    title: isBack ? 'An error is back' : 'A new error',
    summary: title,
    paragraphs: [
      isBack ? 'An error that you had resolved came up again on your site:' : 'A new error came up on your site:',
      title,
      ...(place ? [`It comes from ${place}, release ${release}.`] : []),
    ],
    url: `/desk/errors#${id}`,
    tag: `error-${id}`,
    note: 'Mute an error at your desk to hear no more of it.',
  })
}

/** Returns whether a report may be stored: it belongs to a known error, or the limits of new errors are not reached. */
async function mayStore(tx: Tx, fingerprint: string, reporter: string): Promise<boolean> {
  if (await hasRow(tx.selectFrom('error_groups').where('fingerprint', '=', fingerprint))) return true
  const now = Date.now()
  const { ofReporter, all } = await tx
    .selectFrom('error_groups')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('reporter', '=', reporter).as('ofReporter'),
      fn
        .countAll<number>()
        .filterWhere(eb('first_seen_at', '>=', now - HOUR_MS))
        .as('all'),
    ])
    .where('side', '=', 'browser')
    .where('first_seen_at', '>=', now - DAY_MS)
    .executeTakeFirstOrThrow()
  return ofReporter < NEW_PER_ADDRESS_AND_DAY && all < NEW_PER_HOUR
}

/** Deletes old errors. A day after an error was first reported, also deletes the IP address of the reporter. */
export async function deleteOldErrors(db: Database): Promise<void> {
  await db
    .deleteFrom('error_groups')
    .where('last_seen_at', '<', Date.now() - ERROR_RETENTION_MS)
    .execute()
  await db
    .updateTable('error_groups')
    .set({ reporter: null })
    .where('reporter', 'is not', null)
    .where('first_seen_at', '<', Date.now() - DAY_MS)
    .execute()
}

async function dropOldReports(tx: Tx, groupId: string): Promise<void> {
  const newest = tx
    .selectFrom('error_events')
    .select('id')
    .where('group_id', '=', groupId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(STORED_REPORTS_PER_ERROR)
  await tx.deleteFrom('error_events').where('group_id', '=', groupId).where('id', 'not in', newest).execute()
}

async function dropSurplusErrors(db: Database, side: ErrorReport['side']): Promise<void> {
  const surplus = db
    .selectFrom('error_groups')
    .select('id')
    .where('side', '=', side)
    .where('touched_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .offset(ERRORS_STORED_MAX)
  await db.deleteFrom('error_groups').where('id', 'in', surplus).execute()
}
