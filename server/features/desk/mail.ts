import { type DeskMail, deskMailSchema, mailStates } from '#contract/desk.ts'
import { PERSON_RECORDS_PER_KIND_MAX } from '#contract/limits.ts'
import { personRecordEntrySchema } from '#contract/person-records.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import { countQueryRows, countRowsByValue } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { tryParseEmailKey } from '../../db/email-key.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { presentRows } from '../../http/present-rows.ts'
import { parseStoredMail, removeLinkSecrets, retryMail as retry } from '../../outbox/outbox.ts'
import type { InboxSource, PersonRecordSource } from '../define-feature.ts'

/** Lists the mails of the outbox, newest first. @returns a page of mails and the cursor of the next page */
export async function listDeskMail(
  db: DatabaseOrTx,
  { state, cursor }: { state: 'all' | DeskMail['state']; cursor?: string | undefined },
) {
  const query = mails(db).$if(state !== 'all', (query) => query.where('state', '=', state as DeskMail['state']))
  const { rows, next } = await readPageNewestFirst(query, 'id', cursor)
  const { shown, damaged } = presentRows('mail', deskMailSchema, rows, present)
  return { mail: shown, damaged, next }
}

export const countMailByState = (db: DatabaseOrTx): Promise<Record<DeskMail['state'], number>> =>
  countRowsByValue(db.selectFrom('outbox').where('kind', '=', 'mail'), 'state', mailStates)

/** The mails that could not be sent. */
export const failedMailInboxSource: InboxSource = {
  kind: 'mail',
  count: async (db) => (await countMailByState(db)).failed,
  list: async (db) => {
    const { mail, damaged } = await listDeskMail(db, { state: 'failed' })
    const shown = mail.map(({ id, subject: title, to: address, lastError, createdAt: at }) => {
      const text = [`To ${address}`, lastError].filter(Boolean).join(': ')
      return { kind: 'mail' as const, id, at, title, text, to: `/desk/mail?state=failed#${id}` }
    })
    return { shown, damaged }
  },
}

const mailsTo = (db: DatabaseOrTx, { email }: { email: string }) =>
  mails(db).where('recipient_key', '=', tryParseEmailKey(email))

/** The mails to a person. */
export const personMailRecordSource: PersonRecordSource = {
  kind: 'mail',
  count: (db, person) => countQueryRows(mailsTo(db, person).clearSelect()),
  list: async (db, person) => {
    const rows = await mailsTo(db, person).orderBy('id', 'desc').limit(PERSON_RECORDS_PER_KIND_MAX).execute()
    return presentRows('mail', personRecordEntrySchema, rows, (row) => {
      const { id, subject: title, state, createdAt: at } = present(row)
      return { id, at, title, text: state, to: `/desk/mail#${id}` }
    })
  },
}

/** Returns a mail without the secrets of its links, and logs the reading. */
export async function readRedactedMail(db: Database, by: AuditActor, id: string) {
  return db.transaction().execute(async (tx) => {
    const row = await findMail(tx, id)
    await recordAction(tx, { actor: by, action: 'mail read', target: toAuditTarget(row) })
    const { text, html } = parseStoredMail(row)
    return { ...present(row), text: removeLinkSecrets(text), html: removeLinkSecrets(html) }
  })
}

/**
 * Returns the text of a mail in the state `kept` with its links, and logs this action. @throws {Refusal} not_found;
 * already_decided for a mail in another state
 */
export async function showMailWithSecretLinks(db: Database, by: AuditActor, id: string) {
  return db.transaction().execute(async (tx) => {
    const row = await findMail(tx, id)
    if (row.state !== 'kept') throw new Refusal('already_decided')
    await recordAction(tx, { actor: by, action: 'mail links shown', target: toAuditTarget(row) })
    const { text, html } = parseStoredMail(row)
    return { text, html }
  })
}

/** Sends a mail again. @throws {Refusal} not_found; already_decided when the mail is waiting or sent */
export async function retryMail(db: Database, by: AuditActor, id: string): Promise<DeskMail> {
  return db.transaction().execute(async (tx) => {
    const row = await findMail(tx, id)
    if (!(await retry(tx, id))) throw new Refusal('already_decided')
    await recordAction(tx, { actor: by, action: 'mail retried', target: toAuditTarget(row) })
    return deskMailSchema.parse(present(await findMail(tx, id)))
  })
}

const mails = (db: DatabaseOrTx) =>
  db
    .selectFrom('outbox')
    .select(['id', 'payload', 'state', 'attempts', 'last_error as lastError', 'created_at as createdAt'])
    .select(['next_at', 'done_at', 'claimed_until', 'comment_id'])
    .where('kind', '=', 'mail')

const findMail = (db: DatabaseOrTx, id: string): Promise<Row> =>
  mails(db).where('id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal)

type Row = Awaited<ReturnType<ReturnType<typeof mails>['executeTakeFirstOrThrow']>>

/**
 * Returns a mail as the target of an entry in the audit log. The log is kept longer than accounts, so the name does not
 * contain the whole email address. The subject of a mail about a reply names the author of the reply. So the target
 * has the id of the reply, with which the comments feature finds and erases the name.
 */
function toAuditTarget(row: Row): { id: string; name: string } {
  const { to, subject } = parseStoredMail(row)
  return { id: row.comment_id ?? row.id, name: `“${subject}” to ${to.replace(/^(.).*@/u, '$1…@')}` }
}

function present({ payload, next_at, done_at, claimed_until, comment_id: _, ...row }: Row): DeskMail {
  const { to, subject } = parseStoredMail({ payload })
  // A mail never has the state `expired`: only other kinds of work, such as pushes, expire.
  const state = row.state as DeskMail['state']
  const sentAt = state === 'sent' ? done_at : null
  // `attempts` also counts the running attempt, which has not failed.
  const isBeingSent = claimed_until !== null && claimed_until > Date.now()
  const attempts = isBeingSent ? row.attempts - 1 : row.attempts
  return { ...row, to, subject, state, attempts, nextAt: state === 'waiting' ? next_at : null, sentAt }
}
