import type { DialectAdapter } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
import type { Database, DatabaseOrTx } from '../db/database.ts'
import { type EmailKey, tryParseEmailKey } from '../db/email-key.ts'
import { createId } from '../db/ids.ts'
import type { Schema } from '../db/schema.ts'
import type { Mail } from './email-template.ts'

/** The pattern of a single address without a name: no character can end a header or begin a second recipient. */
export const plainEmailPattern = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@/?#]+$/u

/**
 * Adds a mail to the outbox.
 * @param commentId the comment that the mail quotes
 * @returns the id of its row
 * @throws {TypeError} for an invalid email address
 */
export async function enqueueMail(db: DatabaseOrTx, mail: Mail, commentId: string | null = null): Promise<string> {
  const { to, text, html, headers } = mail
  if (!plainEmailPattern.test(to)) throw new TypeError('A mail goes to one plain address.')
  const subject = toOneLine(mail.subject)
  const payload = { to, subject, text, html, ...(headers && { headers: mapped(headers, toOneLine) }) } satisfies Mail
  return enqueueWork(db, {
    kind: 'mail',
    payload: JSON.stringify(payload),
    recipientKey: tryParseEmailKey(to),
    commentId,
  })
}

/**
 * Adds work for an email address to the outbox. The sender of its kind does the work after the commit.
 * @returns the id of its row
 */
export async function enqueueWork(
  db: DatabaseOrTx,
  work: {
    kind: 'mail' | 'link_request' | 'newsletter'
    payload: string
    recipientKey: EmailKey | null
    commentId?: string | null
    id?: string
  },
): Promise<string> {
  const now = Date.now()
  const { id = createId() } = work
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: work.kind,
      payload: work.payload,
      comment_id: work.commentId,
      recipient_key: work.recipientKey,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      created_at: now,
    })
    .execute()
  await wakeWorkerAfterCommit(db, work.kind)
  return id
}

export function parseStoredMail({ payload }: { payload: string }): Mail {
  return JSON.parse(payload)
}

/** Queues a failed or kept mail again. @returns whether there was such a mail */
export async function retryMail(db: DatabaseOrTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: Date.now(), claimed_until: null, last_error: null, done_at: null })
    .where('id', '=', id)
    .where('kind', '=', 'mail')
    .where('state', 'in', ['failed', 'kept'])
    .executeTakeFirst()
  await wakeWorkerAfterCommit(db, 'mail')
  return numUpdatedRows > 0n
}

/** Returns a text without the secrets of its links, because only the recipient may see them. */
export function removeLinkSecrets(text: string): string {
  return text.replace(/([#?]token=)[\w.~%-]+/g, '$1…')
}

export function removeMailSecrets({ to, subject, text, html, headers }: Mail): Mail {
  const clean = { to, subject, text: removeLinkSecrets(text), html: removeLinkSecrets(html) }
  return { ...clean, ...(headers && { headers: mapped(headers, removeLinkSecrets) }) }
}

/** Returns the text in one line. In a mail, a line feed would end the header. */
export const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const mapped = (headers: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]))

/** The kinds of work that a commit can add: for a sender of the outbox, or for a job. */
export type WorkKind = Schema['outbox']['kind'] | 'payment_check' | 'notice_push'

type Listener = (work: WorkKind) => void

/** The listeners of each database, by the adapter that it shares with its transactions. */
const listeners = new WeakMap<DialectAdapter, Set<Listener>>()

const adapterOf = (db: DatabaseOrTx) => db.getExecutor().adapter

/** Wakes the senders and jobs of a kind of work, in every process, after the commit of the transaction. */
export function wakeWorkerAfterCommit(db: DatabaseOrTx, work: WorkKind): Promise<void> {
  return afterCommit(db, () => {
    for (const listener of listeners.get(adapterOf(db)) ?? []) listener(work)
  })
}

/**
 * Calls `listener` after each commit of this process that has added work. @returns a function that removes the listener
 */
export function onWorkAdded(db: Database, listener: Listener): () => void {
  const all = listeners.get(adapterOf(db)) ?? new Set()
  listeners.set(adapterOf(db), all.add(listener))
  return () => void all.delete(listener)
}
