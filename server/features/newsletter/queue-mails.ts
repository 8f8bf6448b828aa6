import { MINUTE_MS } from '#contract/limits.ts'
import type { Database, Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import type { Job } from '../../jobs/repeat-job.ts'
import { enqueueWork } from '../../outbox/outbox.ts'
import type { NewsletterContext } from './context.ts'
import { findNextWeeklyMailTime } from './weekly-time.ts'

/** The number of subscribers in one run. It is small, so that a long list does not block the server. */
const BATCH = 50

/** Creates the job that puts due mails into the outbox. Without a mail server, mails wait until the site has one. */
export const createNewsletterJob = ({ db, send }: NewsletterContext): Job => ({
  everyMs: MINUTE_MS,
  run: async () => send !== null && (await queueDueMails(db)) === BATCH,
  nextAt: async (until) => {
    const { at } = await db
      .selectFrom('page_mails')
      .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
      .where('outbox_id', 'is', null)
      .where('due_at', '<=', until)
      .executeTakeFirstOrThrow()
    return send && at
  },
})

/**
 * Puts one mail into the outbox for each subscriber of the next batch. The mail lists all pages that are due for this
 * subscriber.
 * @returns the number of subscribers
 */
export async function queueDueMails(db: Database): Promise<number> {
  const now = Date.now()
  const due = await db
    .selectFrom('page_mails')
    .select('subscriber_id')
    .distinct()
    .where('outbox_id', 'is', null)
    .where('due_at', '<=', now)
    .limit(BATCH)
    .execute()
  for (const { subscriber_id } of due)
    await db.transaction().execute(async (tx) => {
      const id = createId()
      const { numUpdatedRows } = await tx
        .updateTable('page_mails')
        .set({ outbox_id: id })
        .where('subscriber_id', '=', subscriber_id)
        .where('outbox_id', 'is', null)
        .where('due_at', '<=', now)
        .executeTakeFirst()
      // Another process may have queued the same mail.
      if (numUpdatedRows > 0n) await enqueueWork(tx, { kind: 'newsletter', payload: '{}', recipientKey: null, id })
    })
  return due.length
}

/**
 * Adds a mail about a page for each active subscriber, due now or at the weekly time. @param page the key of the page
 */
export async function schedulePageMails(tx: Tx, page: string): Promise<void> {
  const now = Date.now()
  for (const [frequency, dueAt] of [
    ['instant', now],
    ['weekly', findNextWeeklyMailTime(now)],
  ] as const)
    await tx
      .insertInto('page_mails')
      .columns(['page', 'subscriber_id', 'due_at'])
      .expression((eb) =>
        eb
          .selectFrom('subscribers')
          .select(({ cast, val }) => [
            cast<string>(val(page), 'text').as('page'),
            'id as subscriber_id',
            cast<number>(val(dueAt), 'bigint').as('due_at'),
          ])
          .where('state', '=', 'active')
          .where('frequency', '=', frequency),
      )
      .execute()
}

/** Deletes the mails about a page that are not handed over to the mail server yet. @param page the key of the page */
export async function deletePageMails(tx: Tx, page: string): Promise<void> {
  await tx.deleteFrom('page_mails').where('page', '=', page).where('handed_over_at', 'is', null).execute()
}
