import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'

/** The time for which finished rows are kept. */
const KEPT_MS = 30 * DAY_MS
const ERROR_LENGTH_MAX = 300

export type DeliveryOutcome =
  /** Finished. `message`: a line for the log. `payload`: replaces the stored payload. */
  | { state: 'sent' | 'kept' | 'expired'; message?: string; payload?: string; error?: string | null }
  /** Failed. `isRetryable: false`: no further attempt. `afterMs`: the shortest pause before the next attempt. */
  | { state: 'failed'; error: string; isRetryable?: false; afterMs?: number | undefined; fields?: object }
  /** Not attempted yet; due at a later time. */
  | { state: 'waiting'; at: number }

/** How one kind of outbox work is delivered. A failure that can be expected is an outcome and no error. */
export interface OutboxSender {
  kind: Schema['outbox']['kind']
  batch: number
  /** How long a claim lasts: longer than a delivery, so that an expired claim belongs to a process that has ended. */
  claimMs: number
  /** The delays before the next attempts; after the last one, the work has failed. */
  retryDelaysMs: readonly number[]
  /** Returns the fields of a row for the log: no secrets, and no complete email address. */
  logFields: (row: ClaimedWork) => object
  deliver: (row: ClaimedWork) => Promise<DeliveryOutcome>
}

export interface DeliveryContext {
  db: Database
  sender: OutboxSender
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Called with an unexpected error of the sender. */
  report?: ((error: unknown) => void) | undefined
}

/** Claims and delivers the next due rows of one kind. @returns the number of rows in the batch; 0 when none is due */
export async function deliverDue(delivery: DeliveryContext): Promise<number> {
  const rows = await claimDue(delivery.db, delivery.sender)
  await Promise.all(rows.map((row) => deliver(delivery, row)))
  return rows.length
}

/**
 * Returns when the next work of a kind is due, or null when that is after `until`. Claimed work is due when its claim
 * expires.
 */
export async function findNextDueTime(db: Database, kind: OutboxSender['kind'], until: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('outbox')
    .select(({ fn, eb, ref }) => {
      const due = eb.case().when('claimed_until', '>', ref('next_at')).then(ref('claimed_until')).else(ref('next_at'))
      return fn.min<number | null>(due.end()).as('at')
    })
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    // Claimed rows were due before they were claimed. Only rows that can be due by `until` are read.
    .where('next_at', '<=', until)
    .executeTakeFirstOrThrow()
  return at === null || at > until ? null : at
}

/** Deletes rows that were finished long ago. */
export async function deleteOldWork(db: Database): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('done_at', '<', Date.now() - KEPT_MS)
    .execute()
}

/** Claims due rows. Several processes may find the same rows, but each row is claimed by one of them. */
async function claimDue(db: Database, { kind, batch, claimMs }: OutboxSender) {
  const now = Date.now()
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .orderBy('next_at')
    .limit(batch)
  const ids = (await due.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  return db
    .updateTable('outbox')
    .set((row) => ({ claimed_until: now + claimMs, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .returning(['id', 'payload', 'attempts', 'claimed_until', 'created_at', 'push_message_id', 'device_id'])
    .execute()
}

export type ClaimedWork = Awaited<ReturnType<typeof claimDue>>[number]

async function deliver({ db, sender, log, report }: DeliveryContext, row: ClaimedWork): Promise<void> {
  const outcome = await sender.deliver(row).catch((error: unknown): DeliveryOutcome => {
    if (error instanceof DatabaseUnavailableError) throw error
    report?.(error)
    // The error itself is only logged, because its message may quote the row.
    return { state: 'failed', error: 'It failed unexpectedly. The log has the error.', fields: { err: error } }
  })
  const logFields = { ...sender.logFields(row), attempt: row.attempts }
  const now = Date.now()
  const thisRow = db.updateTable('outbox').where('id', '=', row.id)
  // The claim may have expired meanwhile, and another worker may have finished the row.
  const claimedRow = thisRow.where('claimed_until', '=', row.claimed_until)

  if (outcome.state === 'waiting') {
    await claimedRow.set({ next_at: outcome.at, claimed_until: null, attempts: row.attempts - 1 }).execute()
    return
  }
  if (outcome.state === 'failed') {
    const { error, isRetryable, afterMs = 0, fields } = outcome
    const delay = isRetryable === false ? undefined : sender.retryDelaysMs[row.attempts - 1]
    await claimedRow
      .set({
        ...(delay === undefined ? { state: 'failed', done_at: now } : { next_at: now + Math.max(delay, afterMs) }),
        claimed_until: null,
        last_error: error.slice(0, ERROR_LENGTH_MAX),
      })
      .execute()
    const failure = { ...logFields, ...fields }
    if (delay === undefined) log.error(failure, `${sender.kind} given up`)
    else log.warn(failure, `${sender.kind} not sent, will be tried again`)
    return
  }
  const { state, message, payload, error = null } = outcome
  // A sent row is marked as sent even if another process has claimed it.
  await (state === 'sent' ? thisRow : claimedRow)
    .set({ state, claimed_until: null, done_at: now, last_error: error, ...(payload !== undefined && { payload }) })
    .execute()
  if (message) log.info(logFields, message)
}
