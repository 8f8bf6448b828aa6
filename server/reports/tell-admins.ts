import type { Transaction } from 'kysely'
import { ERROR_MAILS_PER_HOUR, HOUR_MS } from '#contract/limits.ts'
import type { Schema } from '../db/schema.ts'
import { enqueuePush } from '../outbox/enqueue-push.ts'
import { letter } from '../outbox/letter.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { ErrorNews } from './keep-report.ts'

type Tx = Transaction<Schema>

/** Tells admins by push and by mail of an error that is new, or back; so many times an hour, and no more. */
export async function tellAdmins(
  tx: Tx,
  { id, title, place, release, isBack }: ErrorNews,
  { origin }: { origin: string },
): Promise<void> {
  const told = await countTelling(tx)
  if (told > ERROR_MAILS_PER_HOUR) return
  const url = `/desk/errors#${id}`
  const what = isBack ? 'An error is back' : 'A new error'
  await enqueuePush(tx, 'admins', { topic: 'errors', title: what, body: title, url, tag: `error-${id}` })
  for (const { name, email } of await admins(tx)) {
    const mail = letter({
      to: email,
      name,
      subject: `${what}: ${title.slice(0, 100).toWellFormed()}`,
      paragraphs: [
        isBack ? 'An error that you had resolved came up again on your site:' : 'A new error came up on your site:',
        title,
        ...(place ? [`It comes from ${place}, release ${release}.`] : []),
      ],
      action: { label: 'Look at it', url: `${origin}${url}` },
      notes: [
        told === ERROR_MAILS_PER_HOUR
          ? 'There have been many within an hour: you hear no more of others until that is over. They are at your desk.'
          : 'Mute an error at your desk to hear no more of it.',
      ],
    })
    await enqueueMail(tx, mail)
  }
}

const KEY = 'error-mails'

/** Counts one more error that admins may be told of. @returns how many there have been within the last hour, with it */
async function countTelling(tx: Tx): Promise<number> {
  const now = Date.now()
  // Holds the row, so that of two processes one waits for the other.
  const { value } = await tx
    .insertInto('settings')
    .values({ key: KEY, value: '[]' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: KEY }))
    .returning('value')
    .executeTakeFirstOrThrow()
  const recent = (JSON.parse(value) as number[]).filter((at) => at > now - HOUR_MS)
  if (recent.length >= ERROR_MAILS_PER_HOUR) return recent.length + 1
  const times = [...recent, now]
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(times) })
    .where('key', '=', KEY)
    .execute()
  return times.length
}

const admins = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.name', 'users.email'])
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
    .execute()
