import { ADMIN_ALERTS_PER_HOUR, HOUR_MS } from '#contract/limits.ts'
import { buildAccountsQuery } from '../db/accounts.ts'
import type { Tx } from '../db/database.ts'
import { writeMail } from './email-template.ts'
import { enqueuePush } from './enqueue-push.ts'
import { enqueueMail } from './outbox.ts'

export interface AdminNotification {
  /** The key of the setting that stores when notifications of this kind were sent in the last hour. */
  counter: string
  /** The event, which is the title of the push. */
  title: string
  /**
   * The subject of the event, such as the title of an error. This text is the body of the push, and the end of the
   * subject line of the mail.
   */
  summary: string
  paragraphs: readonly string[]
  /** The path of the page at the desk. */
  url: string
  /** A later push with the same tag replaces the earlier one. */
  tag: string
  /** Advice on how to get fewer of these notifications. */
  note: string
}

/** Notifies admins by push and mail, up to an hourly limit for each counter. */
export async function notifyAdmins(tx: Tx, origin: string, notification: AdminNotification) {
  const { counter, title, summary, paragraphs, url, tag, note } = notification
  const count = await countNotification(tx, counter)
  if (count > ADMIN_ALERTS_PER_HOUR) return
  await enqueuePush(tx, 'admins', { topic: 'errors', title: title, body: summary, url, tag })
  for (const { name, email } of await admins(tx)) {
    const mail = writeMail({
      to: email,
      name,
      subject: `${title}: ${summary.slice(0, 100).toWellFormed()}`,
      paragraphs,
      action: { label: 'Look at it', url: `${origin}${url}` },
      notes: [
        count === ADMIN_ALERTS_PER_HOUR
          ? 'There have been many within an hour: you hear no more of others until that is over. They are at your desk.'
          : note,
      ],
    })
    await enqueueMail(tx, mail)
  }
}

/** Counts a notification. @returns the number within the last hour, including this one */
async function countNotification(tx: Tx, key: string): Promise<number> {
  const now = Date.now()
  // Locks the row of the counter, so that a second process waits.
  const { value } = await tx
    .insertInto('settings')
    .values({ key, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('value')
    .executeTakeFirstOrThrow()
  const recent = (JSON.parse(value) as number[]).filter((at) => at > now - HOUR_MS)
  if (recent.length >= ADMIN_ALERTS_PER_HOUR) return recent.length + 1
  const times = [...recent, now]
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(times) })
    .where('key', '=', key)
    .execute()
  return times.length
}

const admins = (tx: Tx) =>
  tx
    .selectFrom('user_roles')
    .innerJoin(buildAccountsQuery(tx).as('admin'), 'admin.id', 'user_roles.user_id')
    .select(['admin.name', 'admin.email'])
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
    .execute()
