import type { DatabaseOrTx } from '../db/database.ts'
import type { EmailKey } from '../db/email-key.ts'
import { tryParseJson } from '../http/try-parse-json.ts'
import type { Mail } from './email-template.ts'
import { removeLinkSecrets } from './outbox.ts'

/** Returns the stored mails to an email address, oldest first, without the secrets of their links. */
export async function listMailsTo(db: DatabaseOrTx, key: EmailKey) {
  const rows = await db
    .selectFrom('outbox')
    .select(['payload', 'state', 'created_at'])
    .where('recipient_key', '=', key)
    .where('kind', '=', 'mail')
    .orderBy('created_at')
    .execute()
  return rows.map(({ payload, state, created_at: createdAt }) => {
    const { to, subject, text = '' } = Object(tryParseJson(payload)) as Partial<Mail>
    return { to, subject, text: removeLinkSecrets(text), state, createdAt }
  })
}

/**
 * Replaces the key of mails to a former email address of an account by the key of the present address. Waiting mails
 * still go to the former address.
 */
export async function moveMailsToNewEmailKey(db: DatabaseOrTx, former: EmailKey, present: EmailKey): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ recipient_key: present })
    .where('recipient_key', '=', former)
    .where('kind', '=', 'mail')
    .execute()
}

/** Deletes finished mails and link requests of an email address. A waiting mail, such as a warning, is still sent. */
export async function deleteFinishedMailsTo(db: DatabaseOrTx, key: EmailKey): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('recipient_key', '=', key)
    .where((row) => row.or([row('state', '!=', 'waiting'), row('kind', '!=', 'mail')]))
    .execute()
}

/** Deletes the finished mails with a link to one of these orders; waiting mails are still sent. */
export async function deleteFinishedMailsOfOrders(db: DatabaseOrTx, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db
      .deleteFrom('outbox')
      .where('kind', '=', 'mail')
      .where('state', '!=', 'waiting')
      .where('payload', 'like', `%/orders/${id}%`)
      .execute()
}
