import type { ExpressionBuilder } from 'kysely'
import * as z from 'zod'
import { site } from '#site'
import type { Database, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { tryParseJson } from '../../http/try-parse-json.ts'
import { calculatePushExpiry, enqueuePush } from '../../outbox/enqueue-push.ts'

/** The maximum length of a path that fits into a push message. */
const PATH_LENGTH_MAX = 500
const BATCH = 20

/** Selects the notices that start at `startedBy` or earlier and are not pushed yet, the earliest first. */
const unpushedNotices = (db: Database, startedBy: number) =>
  db
    .selectFrom('notices')
    .select(['id', 'starts_at'])
    .where('push', '=', 1)
    .where('pushed_at', 'is', null)
    .where('starts_at', '<=', startedBy)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', Date.now())]))
    .where('withdrawn_at', 'is', null)
    .where('is_sample', '=', 0)
    .orderBy('starts_at')

/** Returns when the next notice has to be pushed, or null when that is after `until`. */
export async function findNextNoticePushTime(db: Database, until: number): Promise<number | null> {
  const next = await unpushedNotices(db, until).limit(1).executeTakeFirst()
  return next?.starts_at ?? null
}

/**
 * Enqueues one push about each started notice that is marked for push (S3.06).
 * @returns whether more notices may be due
 */
export async function enqueueDueNoticePushes(db: Database): Promise<boolean> {
  const now = Date.now()
  const due = await unpushedNotices(db, now).limit(BATCH).execute()
  for (const { id } of due) await db.transaction().execute((tx) => push(tx, id, now))
  return due.length === BATCH
}

async function push(tx: Tx, id: string, now: number): Promise<void> {
  const notice = await tx
    .updateTable('notices')
    .set({ pushed_at: now })
    .where('id', '=', id)
    // Another process may have sent the notice, or an admin may have changed it.
    .where('pushed_at', 'is', null)
    .where('push', '=', 1)
    .where('withdrawn_at', 'is', null)
    .where('starts_at', '<=', now)
    .returning(['message', 'audience', 'links', 'ends_at'])
    .executeTakeFirst()
  if (!notice) return
  await enqueuePush(tx, notice.audience === 'admins' ? 'admins' : 'readers', {
    topic: 'notices',
    ...textOf(notice),
    tag: `notice-${id}`,
    expiresAt: notice.ends_at,
    noticeId: id,
  })
}

/**
 * Updates the waiting pushes of a changed notice, or deletes those of a deleted notice. While a notice is withdrawn, or
 * its push is switched off, the pushes wait until they expire. They can still be sent when an admin undoes the change.
 */
export async function syncWaitingPushesOfNotice(tx: Tx, id: string): Promise<void> {
  const messages = tx.selectFrom('push_messages').select('id').where('notice_id', '=', id)
  const waiting = (eb: ExpressionBuilder<Schema, 'outbox'>) =>
    eb.and([eb('push_message_id', 'in', messages), eb('state', '=', 'waiting')])
  const notice = await tx.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()
  if (!notice) {
    await tx.deleteFrom('outbox').where(waiting).execute()
    return
  }
  if (notice.pushed_at === null) return
  const expiresAt = calculatePushExpiry('notices', Math.max(notice.pushed_at, notice.starts_at), notice.ends_at)
  await tx
    .updateTable('push_messages')
    .set({ ...textOf(notice), admins_only: notice.audience === 'admins' ? 1 : 0, expires_at: expiresAt })
    .where('notice_id', '=', id)
    .execute()
  const isHeld = !notice.push || notice.withdrawn_at !== null
  const nextAt = isHeld ? expiresAt : notice.starts_at
  await tx
    .updateTable('outbox')
    // Ends the claim on a delayed push, so that a sender that has just claimed the push cannot set an earlier time. A
    // due push keeps its claim, so that no second sender sends it.
    .set({ next_at: nextAt, ...(nextAt > Date.now() && { claimed_until: null }) })
    .where(waiting)
    .execute()
}

const storedLinks = z.array(z.object({ url: z.string() }))

/**
 * Returns the text of a push about a notice. A click on the push opens the first link of the notice within the site.
 */
function textOf({ message, links }: Pick<Schema['notices'], 'message' | 'links'>) {
  const paths = (storedLinks.safeParse(tryParseJson(links)).data ?? []).map(({ url }) => url)
  const url = paths.find((path) => path.startsWith('/') && path.length <= PATH_LENGTH_MAX) ?? '/'
  return { title: site.name, body: message, url }
}
