import type { Transaction } from 'kysely'
import { ADMIN_MAILS_PER_HOUR, HOUR_MS } from '#contract/limits.ts'
import { profiles } from '../db/profiles.ts'
import type { Schema } from '../db/schema.ts'
import { emailTemplate } from './email-template.ts'
import { enqueuePush } from './enqueue-push.ts'
import { enqueueMail } from './outbox.ts'

type Tx = Transaction<Schema>

/** What admins are told, as it has come up on their site. */
export interface AdminNotification {
  /** The setting in which it is counted how often they were told of such things. */
  counter: string
  /** What has come up: the title of the push. */
  what: string
  /** Which one: the body of the push, and the mail's subject with it. */
  which: string
  paragraphs: readonly string[]
  /** The path at the desk where it can be looked at. */
  url: string
  /** A later push of the same tag takes the place of the earlier one. */
  tag: string
  /** How to hear less of it. */
  note: string
}

/** Tells admins by push and by mail of something; so many times an hour of what is counted together, and no more. */
export async function notifyAdmins(tx: Tx, { origin }: { origin: string }, news: AdminNotification): Promise<void> {
  const { counter, what, which, paragraphs, url, tag, note } = news
  const told = await countTelling(tx, counter)
  if (told > ADMIN_MAILS_PER_HOUR) return
  await enqueuePush(tx, 'admins', { topic: 'errors', title: what, body: which, url, tag })
  for (const { name, email } of await admins(tx)) {
    const mail = emailTemplate({
      to: email,
      name,
      subject: `${what}: ${which.slice(0, 100).toWellFormed()}`,
      paragraphs,
      action: { label: 'Look at it', url: `${origin}${url}` },
      notes: [
        told === ADMIN_MAILS_PER_HOUR
          ? 'There have been many within an hour: you hear no more of others until that is over. They are at your desk.'
          : note,
      ],
    })
    await enqueueMail(tx, mail)
  }
}

/** Counts one more thing that admins may be told of. @returns how many there have been within the last hour, with it */
async function countTelling(tx: Tx, key: string): Promise<number> {
  const now = Date.now()
  // Holds the row, so that of two processes one waits for the other.
  const { value } = await tx
    .insertInto('settings')
    .values({ key, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('value')
    .executeTakeFirstOrThrow()
  const recent = (JSON.parse(value) as number[]).filter((at) => at > now - HOUR_MS)
  if (recent.length >= ADMIN_MAILS_PER_HOUR) return recent.length + 1
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
    .innerJoin(profiles(tx).as('admin'), 'admin.id', 'user_roles.user_id')
    .select(['admin.name', 'admin.email'])
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
    .execute()
