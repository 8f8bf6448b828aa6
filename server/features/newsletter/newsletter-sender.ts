import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/limits.ts'
import { buildAccountsQuery } from '../../db/accounts.ts'
import type { Database } from '../../db/database.ts'
import type { ClaimedWork, DeliveryOutcome, OutboxSender } from '../../outbox/deliver.ts'
import { MAIL_RETRY_DELAYS_MS, type NodemailerError } from '../../outbox/mail-sender.ts'
import type { NewsletterContext } from './context.ts'
import { writePageMail } from './page-mail.ts'
import { endSubscription } from './subscribers.ts'

/**
 * The longest wait for the turn of a mail. A stored turn that is further in the future comes from a wrong clock and is
 * ignored.
 */
const WAIT_MAX_MS = 5 * MINUTE_MS
/** The time until the next attempt while the site has no mail server. */
const NO_SERVER_MS = 10 * MINUTE_MS
const INTERRUPTED =
  'The site stopped while this mail was handed over. It is not sent again, so that nobody gets it twice.'

/**
 * Returns the outbox sender of mails about new pages. The mail is written when its turn comes, so a subscriber who has
 * unsubscribed meanwhile gets none. If the process ended while it handed a mail over, the mail counts as failed. The
 * mail server may have accepted this mail, and nobody must get a mail twice.
 */
export function createNewsletterSender({ db, origin, send, perMinute }: NewsletterContext): OutboxSender {
  return {
    kind: 'newsletter',
    batch: 1,
    claimMs: 2 * WAIT_MAX_MS,
    retryDelaysMs: MAIL_RETRY_DELAYS_MS,
    logFields: ({ id }) => ({ newsletterMail: id }),
    deliver: async (row) => {
      if (!send) return { state: 'waiting', at: Date.now() + NO_SERVER_MS }
      const part = await findPageMail(db, row.id)
      // Every page of the mail was withdrawn, or its subscriber has left. Such a mail takes no turn of another mail.
      if (!part) return { state: 'expired' }
      if (part.handed_over_at !== null) {
        await settle(db, row.id, 'failed', INTERRUPTED)
        return { state: 'failed', error: INTERRUPTED, isRetryable: false }
      }
      await waitForTurn(db, MINUTE_MS / perMinute)
      const mail = await handOver(db, row.id)
      if (!mail) return { state: 'expired' }
      try {
        await send({ id: row.id, createdAt: row.created_at }, writePageMail(origin, mail))
      } catch (error) {
        return settleFailure(db, row, error as NodemailerError)
      }
      await settle(db, row.id, 'sent')
      return { state: 'sent', message: 'mail about new pages sent' }
    },
  }
}

/**
 * Returns whether the mail must not be sent again: the mail server will never accept it (RFC 5321 4.2.1), or may have
 * accepted it already.
 */
const isFinal = ({ command = '', responseCode = 0 }: NodemailerError): boolean =>
  (responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)) || (responseCode === 0 && command === 'DATA')

/**
 * Returns whether the mail server refused the mail because the address does not exist or is disabled. The enhanced
 * status code (RFC 3463) says so: 5.2.1, 5.5.0 of Outlook.com, and 5.1.x except the codes about the sender. Other codes
 * are about a full mailbox, a policy or the mail server, and may concern all mails of the site. A refusal that mentions
 * the sender is not about the address, even with 5.1.0 (Postfix). Without an enhanced code, a refusal that mentions
 * relaying, a login or a policy is not about the address either.
 */
function isBounce({ command = '', responseCode = 0, message }: NodemailerError): boolean {
  // Removes email addresses, because they may contain the words that are searched below.
  const reply = message.replace(/\S*@\S*/g, '')
  const [, status] = /(?:\b5\d\d[ -]|#)(5\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(reply) ?? []
  if (responseCode < 500 || !['RCPT TO', 'DATA'].includes(command) || /sender/i.test(reply)) return false
  if (status !== undefined)
    return /^5\.(1\.(?![78]$)|2\.1$)/.test(status) || (command === 'RCPT TO' && status === '5.5.0')
  const isAboutSite = /relay|auth|prohibit|denied|block|spam|policy/i.test(reply)
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode) && !isAboutSite
}

async function settleFailure(db: Database, row: ClaimedWork, error: NodemailerError): Promise<DeliveryOutcome> {
  const { message, code, responseCode } = error
  const isOver = isFinal(error) || MAIL_RETRY_DELAYS_MS[row.attempts - 1] === undefined
  if (isOver) await settle(db, row.id, isBounce(error) ? 'bounced' : 'failed', message)
  else await db.updateTable('page_mails').set({ handed_over_at: null }).where('outbox_id', '=', row.id).execute()
  return {
    state: 'failed',
    // The outbox does not store the reply of the mail server. The reply may quote the email address, and the outbox is
    // kept longer than the subscriber.
    error: responseCode ? `The mail server answered ${responseCode}.` : (code ?? 'The mail server did not answer.'),
    ...(isOver && { isRetryable: false }),
    fields: { code, status: responseCode },
  }
}

/** Finds one of the pages of a mail. The pages of a mail are handed over together. */
const findPageMail = (db: Database, outboxId: string) =>
  db.selectFrom('page_mails').select('handed_over_at').where('outbox_id', '=', outboxId).limit(1).executeTakeFirst()

/**
 * Records that the mail is being handed over to the mail server. @returns its content; null when its subscriber gets no
 * more mails
 */
const handOver = (db: Database, outboxId: string) =>
  db.transaction().execute(async (tx) => {
    const pages = await tx
      .selectFrom('page_mails')
      .innerJoin('announced_pages', 'announced_pages.page', 'page_mails.page')
      .innerJoin('subscribers', 'subscribers.id', 'page_mails.subscriber_id')
      .leftJoin(buildAccountsQuery(tx).as('account'), 'account.id', 'subscribers.user_id')
      .select(['announced_pages.title', 'announced_pages.description', 'announced_pages.path'])
      .select(['subscribers.id', 'subscribers.email', 'subscribers.unsubscribe_token as token'])
      .where('page_mails.outbox_id', '=', outboxId)
      .where('subscribers.state', '=', 'active')
      .where('account.banned_at', 'is', null)
      .orderBy('announced_pages.id')
      .execute()
    const [subscriber] = pages
    if (!subscriber) {
      await tx.deleteFrom('page_mails').where('outbox_id', '=', outboxId).execute()
      return null
    }
    await tx.updateTable('page_mails').set({ handed_over_at: Date.now() }).where('outbox_id', '=', outboxId).execute()
    return { email: subscriber.email, token: subscriber.token, pages }
  })

/** Counts a finished mail as sent or failed for each of its pages, and records the result at its subscriber. */
const settle = (db: Database, outboxId: string, result: 'sent' | 'failed' | 'bounced', error?: string) =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('page_mails')
      .where('outbox_id', '=', outboxId)
      .returning(['page', 'subscriber_id'])
      .execute()
    const column = result === 'sent' ? 'sent' : 'failed'
    for (const { page } of rows.toSorted((a, b) => a.page.localeCompare(b.page)))
      await tx
        .updateTable('announced_pages')
        .set((eb) => ({ [column]: eb(column, '+', 1) }))
        .where('page', '=', page)
        .execute()
    const [{ subscriber_id: id } = {}] = rows
    if (id === undefined) return
    if (result === 'bounced') await endSubscription(tx, id, 'bounced')
    const last_error = error?.slice(0, 300) ?? null
    await tx.updateTable('subscribers').set({ last_error }).where('id', '=', id).execute()
  })

/** Waits until the next mail may be sent. @param intervalMs the time between two mails of all processes of the site */
async function waitForTurn(db: Database, intervalMs: number): Promise<void> {
  const now = Date.now()
  const interval = Math.ceil(intervalMs)
  const { next_at } = await db
    .insertInto('mail_pace')
    .values({ name: 'newsletter', next_at: now + interval })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        next_at: sql<number>`case when mail_pace.next_at between ${now} and ${now + WAIT_MAX_MS} then mail_pace.next_at else ${now} end + ${interval}`,
      }),
    )
    .returning('next_at')
    .executeTakeFirstOrThrow()
  const waitMs = next_at - interval - now
  if (waitMs > 0) await wait(waitMs, undefined, { ref: false })
}
