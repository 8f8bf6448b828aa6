import { MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import type { Job } from '../../jobs/repeat-job.ts'
import { enqueueWork } from '../../outbox/outbox.ts'
import type { NewsletterContext } from './context.ts'

/** The number of subscribers in one run. It is small, so that a long list does not block the server. */
const BATCH = 50

/** Announces pages whose date is reached, and puts the mails that are due into the outbox. */
export const createNewsletterJob = ({ db, send }: NewsletterContext, announceDue: () => Promise<void>): Job => ({
  everyMs: MINUTE_MS,
  run: async () => {
    await announceDue()
    // Without a mail server, due mails wait until the site has one.
    return send !== null && (await queueDueMails(db)) === BATCH
  },
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
 * Puts one mail for each of the next subscribers into the outbox, with all of their pages that are due.
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
