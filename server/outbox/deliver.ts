import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** How long what is done with is kept. */
const KEPT_MS = 30 * DAY_MS
const ERROR_LENGTH_MAX = 300

/** What became of a row that was in hand. */
export type Outcome =
  /** It is done with. `words`: for the log, where it is worth a line. `payload`: what is kept of it. */
  | { state: 'sent' | 'kept' | 'expired'; words?: string; payload?: string; error?: string | null }
  /** It was not taken: not `ever`, or not now, and then at the earliest after so many milliseconds. */
  | { state: 'failed'; error: string; ever?: false; afterMs?: number | undefined; fields?: object }
  /** It has not been tried, since its time comes later. */
  | { state: 'waiting'; at: number }

/** How one kind of work is done. */
export interface Sender {
  kind: Schema['outbox']['kind']
  /** How many are sent at once. */
  batch: number
  /** Longer than one can take, so a claim that has run out belongs to a process that is gone. */
  claimMs: number
  /** How long after each failure it is tried again; after the last it is given up. */
  retryDelaysMs: readonly number[]
  /** What the log may say of a row: nothing secret, and nobody's whole address. */
  about: (row: Claimed) => object
  deliver: (row: Claimed) => Promise<Outcome>
}

export interface Delivery {
  db: Database
  sender: Sender
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/**
 * Does what is due now of one kind, so many at once; what fails is due again later.
 * @returns how many rows it has dealt with; none are left once it is 0
 */
export async function deliverDue(delivery: Delivery): Promise<number> {
  const rows = await claimDue(delivery.db, delivery.sender)
  await Promise.all(rows.map((row) => deliver(delivery, row)))
  return rows.length
}

/**
 * Finds when the next work of a kind is due, where that is not after `until`: when its time comes, or when the claim has
 * run out of the process that has it in hand.
 */
export async function nextDueAt(db: Database, kind: Sender['kind'], until: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('outbox')
    .select(({ fn, eb, ref }) => {
      const due = eb.case().when('claimed_until', '>', ref('next_at')).then(ref('claimed_until')).else(ref('next_at'))
      return fn.min<number | null>(due.end()).as('at')
    })
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    // Rows in hand were due before. No more rows are read than can be due by then.
    .where('next_at', '<=', until)
    .executeTakeFirstOrThrow()
  return at === null || at > until ? null : at
}

/** Deletes what has been done with for long enough. */
export async function deleteOldWork(db: Database): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('done_at', '<', Date.now() - KEPT_MS)
    .execute()
}

/** Takes rows in hand. Another process may see the same ones as due, but only one of them changes each row. */
async function claimDue(db: Database, { kind, batch, claimMs }: Sender) {
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

export type Claimed = Awaited<ReturnType<typeof claimDue>>[number]

async function deliver({ db, sender, log }: Delivery, row: Claimed): Promise<void> {
  const outcome = await sender.deliver(row)
  const about = { ...sender.about(row), attempt: row.attempts }
  const now = Date.now()
  const its = db.updateTable('outbox').where('id', '=', row.id)
  // The claim may have run out meanwhile, and another worker have done it.
  const mine = its.where('claimed_until', '=', row.claimed_until)

  if (outcome.state === 'waiting') {
    await mine.set({ next_at: outcome.at, claimed_until: null, attempts: row.attempts - 1 }).execute()
    return
  }
  if (outcome.state === 'failed') {
    const { error, ever, afterMs = 0, fields } = outcome
    const delay = ever === false ? undefined : sender.retryDelaysMs[row.attempts - 1]
    await mine
      .set({
        ...(delay === undefined ? { state: 'failed', done_at: now } : { next_at: now + Math.max(delay, afterMs) }),
        claimed_until: null,
        last_error: error.slice(0, ERROR_LENGTH_MAX),
      })
      .execute()
    const failure = { ...about, ...fields }
    if (delay === undefined) log.error(failure, `${sender.kind} given up`)
    else log.warn(failure, `${sender.kind} not sent, will be tried again`)
    return
  }
  const { state, words, payload, error = null } = outcome
  // Sent is sent, whoever has it in hand now.
  await (state === 'sent' ? its : mine)
    .set({ state, claimed_until: null, done_at: now, last_error: error, ...(payload !== undefined && { payload }) })
    .execute()
  if (words) log.info(about, words)
}
