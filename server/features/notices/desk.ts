import type { Transaction } from 'kysely'
import { type DeskNotice, deskNotice } from '#contract/notices.ts'
import { type By, recordAction } from '../../db/audit-log.ts'
import type { Database, Queries } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { Schema } from '../../db/schema.ts'
import type { Events } from '../../events/events.ts'
import { Refusal } from '../../http/failures.ts'
import { presentRows } from '../../http/present-rows.ts'
import { checkedDraft, type Draft } from './draft.ts'
import { presentNotice } from './notices.ts'
import { updateWaitingPush } from './push-notices.ts'

const PAGE_SIZE = 50

export interface NoticeContext {
  db: Database
  events: Events
}

/** Lists every notice, newest first. @returns a page of them and the cursor of the next */
export async function listDeskNotices(db: Queries, cursor?: string) {
  const rows = await deskNotices(db)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const page = rows.slice(0, PAGE_SIZE)
  const { shown, damaged } = presentRows('notice', deskNotice, page, present)
  return { notices: shown, damaged, next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

/** Posts a notice. @throws {Refusal} of `checkedDraft` */
export async function postNotice({ db, events }: NoticeContext, by: By, draft: Draft): Promise<DeskNotice> {
  const now = Date.now()
  const columns = checkedDraft(draft, now)
  const id = newId()
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notices')
      .values({ ...columns, id, withdrawn_at: null, pushed_at: null, is_sample: 0, created_at: now })
      .execute()
    await recordAction(tx, { actor: by, action: 'notice posted', target: { id, name: columns.message } })
    await events.publish(tx, 'notices.changed')
    return deskNotice.parse(present(await find(tx, id)))
  })
}

/**
 * Changes a notice. A sample becomes an ordinary notice, and readers who dismissed the notice do not see it again.
 * Without a start in the draft, the notice starts now or keeps its earlier start.
 * @throws {Refusal} not_found, and those of `checkedDraft`
 */
export async function editNotice({ db, events }: NoticeContext, by: By, id: string, draft: Draft): Promise<DeskNotice> {
  return db.transaction().execute(async (tx) => {
    const { starts_at } = await find(tx, id)
    const columns = checkedDraft(draft, Math.min(starts_at, Date.now()))
    await tx
      .updateTable('notices')
      .set({ ...columns, is_sample: 0 })
      .where('id', '=', id)
      .execute()
    await updateWaitingPush(tx, id)
    await recordAction(tx, { actor: by, action: 'notice edited', target: { id, name: columns.message } })
    await events.publish(tx, 'notices.changed')
    return deskNotice.parse(present(await find(tx, id)))
  })
}

/** Withdraws a notice, or restores it unchanged; a second call changes nothing. @throws {Refusal} not_found */
export async function withdrawNotice(
  { db, events }: NoticeContext,
  by: By,
  id: string,
  withdrawn: boolean,
): Promise<DeskNotice> {
  return db.transaction().execute(async (tx) => {
    const { message: name } = await find(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('notices')
      .set({ withdrawn_at: withdrawn ? Date.now() : null })
      .where('id', '=', id)
      .where('withdrawn_at', withdrawn ? 'is' : 'is not', null)
      .executeTakeFirst()
    await updateWaitingPush(tx, id)
    const action = withdrawn ? 'notice withdrawn' : 'notice brought back'
    if (numUpdatedRows > 0n) {
      await recordAction(tx, { actor: by, action, target: { id, name } })
      await events.publish(tx, 'notices.changed')
    }
    return deskNotice.parse(present(await find(tx, id)))
  })
}

/** Deletes a notice with its dismissals. @throws {Refusal} not_found */
export async function deleteNotice({ db, events }: NoticeContext, by: By, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { message: name } = await find(tx, id)
    await tx.deleteFrom('notices').where('id', '=', id).execute()
    await updateWaitingPush(tx, id)
    await recordAction(tx, { actor: by, action: 'notice deleted', target: { id, name } })
    await events.publish(tx, 'notices.changed')
  })
}

async function find(tx: Transaction<Schema>, id: string): Promise<Row> {
  const row = await deskNotices(tx).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const deskNotices = (db: Queries) =>
  db
    .selectFrom('notices')
    .select(['id', 'message', 'priority', 'audience', 'links', 'starts_at', 'ends_at', 'withdrawn_at', 'is_sample'])
    .select(['push', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('notice_dismissals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('notice_id', '=', 'notices.id')
        .as('dismissals'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof deskNotices>['executeTakeFirstOrThrow']>>

const present = (row: Row): DeskNotice => ({
  ...presentNotice(row),
  audience: row.audience,
  push: row.push === 1,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  withdrawnAt: row.withdrawn_at,
  sample: row.is_sample === 1,
  createdAt: row.created_at,
  dismissals: row.dismissals ?? 0,
})
