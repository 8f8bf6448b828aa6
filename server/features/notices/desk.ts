import { createHash } from 'node:crypto'
import type { HandlerInput } from '#contract/endpoint.ts'
import { LINK_LABEL_LENGTH_MAX, NOTICE_LENGTH_MAX, NOTICE_LINKS_MAX } from '#contract/limits.ts'
import {
  type DeskNotice,
  deskNoticeSchema,
  type editNotice as editNoticeCall,
  type postNotice as postNoticeCall,
} from '#contract/notices.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import type { Database, DatabaseOrTx, Tx } from '../../db/database.ts'
import { createId } from '../../db/ids.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import type { EventBus } from '../../events/events.ts'
import { cleanLine } from '../../http/clean-line.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { parseLinkAddress } from '../../http/parse-link-address.ts'
import { presentRows } from '../../http/present-rows.ts'
import { presentNotice } from './notices.ts'
import { syncWaitingPushesOfNotice } from './push-notices.ts'

export interface NoticeContext {
  db: Database
  events: EventBus
}

type Draft = HandlerInput<typeof postNoticeCall>['body']

/** Lists all notices, newest first. @returns a page of notices and the cursor of the next page */
export async function listDeskNotices(db: DatabaseOrTx, cursor?: string) {
  const { rows, next } = await readPageNewestFirst(deskNotices(db), 'id', cursor)
  const { shown, damaged } = presentRows('notice', deskNoticeSchema, rows, present)
  return { notices: shown, damaged, next }
}

/** Posts a notice. @throws {Refusal} as `checkedDraft` does */
export async function postNotice({ db, events }: NoticeContext, by: AuditActor, draft: Draft): Promise<DeskNotice> {
  const now = Date.now()
  const columns = checkedDraft(draft, now)
  const id = createId()
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notices')
      .values({ ...columns, id, is_sample: 0, created_at: now })
      .execute()
    await recordAction(tx, { actor: by, action: 'notice posted', target: { id, name: columns.message } })
    await events.publish(tx, 'notices.changed')
    return readNotice(tx, id)
  })
}

/**
 * Edits a notice. A sample becomes an ordinary notice. When the draft has no start, a notice that has started keeps its
 * start, and any other notice starts now. @throws {Refusal} not_found; notice_changed, unless the stored notice is the
 * version of the draft or equals the draft, as after a lost reply; as `checkedDraft` does
 */
export async function editNotice(
  { db, events }: NoticeContext,
  by: AuditActor,
  id: string,
  { version, ...draft }: HandlerInput<typeof editNoticeCall>['body'],
): Promise<DeskNotice> {
  return db.transaction().execute(async (tx) => {
    // Locks the row, so that the version is still the stored one when the notice is updated.
    await tx
      .updateTable('notices')
      .set((eb) => ({ message: eb.ref('message') }))
      .where('id', '=', id)
      .execute()
    const row = await findNotice(tx, id)
    const columns = checkedDraft(draft, Math.min(row.startsAt, Date.now()))
    const stored = toVersion(row)
    if (version !== undefined && version !== stored) {
      if (toVersion({ ...columns, startsAt: columns.starts_at, endsAt: columns.ends_at }) !== stored)
        throw new Refusal('notice_changed')
      return deskNoticeSchema.parse(present(row))
    }
    await tx
      .updateTable('notices')
      .set({ ...columns, is_sample: 0 })
      .where('id', '=', id)
      .execute()
    await syncWaitingPushesOfNotice(tx, id)
    await recordAction(tx, { actor: by, action: 'notice edited', target: { id, name: columns.message } })
    await events.publish(tx, 'notices.changed')
    return readNotice(tx, id)
  })
}

/** Withdraws a notice, or restores it unchanged; a repeated call changes nothing. @throws {Refusal} not_found */
export async function setNoticeWithdrawn(
  { db, events }: NoticeContext,
  by: AuditActor,
  id: string,
  withdrawn: boolean,
) {
  return db.transaction().execute(async (tx) => {
    const { message: name } = await findNotice(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('notices')
      .set({ withdrawn_at: withdrawn ? Date.now() : null })
      .where('id', '=', id)
      .where('withdrawn_at', withdrawn ? 'is' : 'is not', null)
      .executeTakeFirst()
    await syncWaitingPushesOfNotice(tx, id)
    const action = withdrawn ? 'notice withdrawn' : 'notice brought back'
    if (numUpdatedRows > 0n) {
      await recordAction(tx, { actor: by, action, target: { id, name } })
      await events.publish(tx, 'notices.changed')
    }
    return readNotice(tx, id)
  })
}

export async function deleteNotice({ db, events }: NoticeContext, by: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { message: name } = await findNotice(tx, id)
    await tx.deleteFrom('notices').where('id', '=', id).execute()
    await syncWaitingPushesOfNotice(tx, id)
    await recordAction(tx, { actor: by, action: 'notice deleted', target: { id, name } })
    await events.publish(tx, 'notices.changed')
  })
}

const findNotice = (tx: Tx, id: string): Promise<Row> =>
  deskNotices(tx).where('id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal)

const readNotice = async (tx: Tx, id: string): Promise<DeskNotice> =>
  deskNoticeSchema.parse(present(await findNotice(tx, id)))

const deskNotices = (db: DatabaseOrTx) =>
  db
    .selectFrom('notices')
    .select(['id', 'message', 'priority', 'audience', 'links', 'push', 'is_sample', 'created_at as createdAt'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'withdrawn_at as withdrawnAt'])
    .select((eb) =>
      eb
        .selectFrom('notice_dismissals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('notice_id', '=', 'notices.id')
        .as('dismissals'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof deskNotices>['executeTakeFirstOrThrow']>>

const present = ({ push, is_sample, dismissals, ...row }: Row): DeskNotice => ({
  ...row,
  ...presentNotice(row),
  push: push === 1,
  sample: is_sample === 1,
  dismissals: dismissals ?? 0,
  version: toVersion({ ...row, push }),
})

/** Returns a hash of what an edit changes. */
const toVersion = (row: Pick<Row, 'message' | 'priority' | 'audience' | 'links' | 'push' | 'startsAt' | 'endsAt'>) =>
  createHash('sha256')
    .update(JSON.stringify([row.message, row.priority, row.audience, row.links, row.push, row.startsAt, row.endsAt]))
    .digest('base64url')

/** The range of dates that all calendars and databases support. */
const SANE = { from: Date.UTC(2000, 0), to: Date.UTC(9999, 11, 31) }

/**
 * Checks a draft and returns its columns. @param defaultStart the start when the draft has none, in milliseconds since
 * 1970
 */
function checkedDraft({ message, priority, audience, push, links, startsAt, endsAt }: Draft, defaultStart: number) {
  const text = cleanLine(message)
  if (text === '') throw new Refusal('message_missing')
  if ([...text].length > NOTICE_LENGTH_MAX) throw new Refusal('message_too_long')
  if (links.length > NOTICE_LINKS_MAX) throw new Refusal('too_many_links')
  const start = startsAt ?? defaultStart
  for (const at of [start, endsAt ?? start])
    if (at < SANE.from || at > SANE.to) throw new Refusal('bad_request', 'A notice is of the years 2000 to 9999.')
  if (endsAt !== null && endsAt <= start) throw new Refusal('end_before_start')
  return {
    message: text,
    priority,
    audience,
    push: push ? (1 as const) : (0 as const),
    links: JSON.stringify(links.map(({ label, url }) => ({ label: checkedLabel(label), url: parseLinkAddress(url) }))),
    starts_at: start,
    ends_at: endsAt,
  }
}

function checkedLabel(input: string): string {
  const label = cleanLine(input)
  if (label === '' || [...label].length > LINK_LABEL_LENGTH_MAX) throw new Refusal('link_invalid')
  return label
}
