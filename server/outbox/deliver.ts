import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import { mailOf, mailWithoutSecrets, withoutSecrets } from './outbox.ts'
import { SEND_TIMEOUT_MS, type SendMail } from './smtp.ts'

/** How long after each failure a mail is tried again; after the last it is given up. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS] as const
/** How many are sent at once. */
const BATCH = 5
/** Longer than a mail can take, so a claim that has run out belongs to a process that is gone. */
const CLAIM_MS = 2 * SEND_TIMEOUT_MS
/** How long a mail that is done with is kept. */
const KEPT_MS = 30 * DAY_MS
const ERROR_LENGTH_MAX = 300

export interface Delivery {
  db: Database
  /** Null where nothing can send: then mails are kept, to be read at the desk. */
  send: SendMail | null
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/**
 * Sends what is due now, so many at once; what fails is due again later.
 * @returns how many mails it has dealt with; none are left once it is 0
 */
export async function deliverDue(delivery: Delivery): Promise<number> {
  const rows = await claimDue(delivery.db)
  await Promise.all(rows.map((row) => deliver(delivery, row)))
  return rows.length
}

/** Deletes what has been done with for long enough. */
export async function deleteOldMail(db: Database): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('done_at', '<', Date.now() - KEPT_MS)
    .execute()
}

/** Takes rows in hand. Another process may see the same ones as due, but only one of them changes each row. */
async function claimDue(db: Database) {
  const now = Date.now()
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .orderBy('next_at')
    .limit(BATCH)
  const ids = (await due.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  return db
    .updateTable('outbox')
    .set((row) => ({ claimed_until: now + CLAIM_MS, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .returning(['id', 'payload', 'attempts', 'claimed_until', 'created_at'])
    .execute()
}

type Claimed = Awaited<ReturnType<typeof claimDue>>[number]

async function deliver({ db, send, log }: Delivery, row: Claimed): Promise<void> {
  const mail = mailOf(row)
  const about = { mail: row.id, to: masked(mail.to), attempt: row.attempts }
  const mine = db.updateTable('outbox').where('id', '=', row.id).where('claimed_until', '=', row.claimed_until)
  if (!send) {
    await mine.set({ state: 'kept', claimed_until: null, done_at: Date.now() }).execute()
    log.info(about, 'mail kept at the desk: no SMTP_URL is set')
    return
  }
  try {
    await send({ id: row.id, createdAt: row.created_at }, mail)
  } catch (error) {
    const { message, code, responseCode } = error as SmtpError
    const delay = isFinal(error as SmtpError) ? undefined : RETRY_DELAYS_MS[row.attempts - 1]
    const now = Date.now()
    await mine
      .set({
        ...(delay === undefined ? { state: 'failed', done_at: now } : { next_at: now + delay }),
        claimed_until: null,
        last_error: withoutSecrets(message).slice(0, ERROR_LENGTH_MAX),
      })
      .execute()
    // Not the message: servers quote the address in it.
    const failure = { ...about, code, status: responseCode }
    if (delay === undefined) log.error(failure, 'mail given up')
    else log.warn(failure, 'mail not sent, will be tried again')
    return
  }
  const payload = JSON.stringify(mailWithoutSecrets(mail))
  // Though the claim may have run out meanwhile: sent is sent.
  await db
    .updateTable('outbox')
    .set({ state: 'sent', claimed_until: null, done_at: Date.now(), last_error: null, payload })
    .where('id', '=', row.id)
    .execute()
  log.info(about, 'mail sent')
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/** RFC 5321 4.2.1: the server will never take a mail for this recipient. */
const isFinal = ({ command, responseCode = 0 }: SmtpError) => command === 'RCPT TO' && responseCode >= 500

/** An address as the log may hold it. */
const masked = (address: string) => address.replace(/^(.).*@/u, '$1…@')
