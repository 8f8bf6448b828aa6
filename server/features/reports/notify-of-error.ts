import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { notifyAdmins } from '../../outbox/notify-admins.ts'
import type { NewError } from './store-report.ts'

/** Notifies admins of a new or returning error. */
export async function notifyOfError(
  tx: Transaction<Schema>,
  { id, title, place, release, isBack }: NewError,
  at: { origin: string },
): Promise<void> {
  await notifyAdmins(tx, at, {
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
