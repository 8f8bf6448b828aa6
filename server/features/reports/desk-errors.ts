import { sql } from 'kysely'
import * as z from 'zod'
import type { AuditLogAction } from '#contract/audit-log-actions.ts'
import { PERSON_RECORDS_PER_KIND_MAX } from '#contract/limits.ts'
import { personRecordEntrySchema } from '#contract/person-records.ts'
import {
  type ErrorGroup,
  type ErrorState,
  errorGroupSchema,
  errorStates,
  type StoredErrorEvent,
  storedErrorEventSchema,
} from '#contract/reports.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import { countQueryRows, countRowsByValue } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx } from '../../db/database.ts'
import { hasChangedRows } from '../../db/has-changed-rows.ts'
import { readListPage } from '../../db/read-list-page.ts'
import { buildSearchWordCondition, splitSearchWords } from '../../db/word-search.ts'
import { createNotFoundRefusal, Refusal } from '../../http/failures.ts'
import { type PresentedRows, presentRows } from '../../http/present-rows.ts'
import { REQUEST_ID_PATTERN } from '../../http/request-id.ts'
import type { InboxSource, PersonRecordSource } from '../define-feature.ts'

const titleAndPlace = sql<string>`title || ' ' || place`

/**
 * Selects the ids of the errors that have a stored report about a request.
 * @param id the request id, as in the header of the reply
 */
const groupsOfRequest = (db: DatabaseOrTx, id: string) =>
  db
    .selectFrom('error_events')
    .select('group_id')
    .where('payload', 'like', REQUEST_ID_PATTERN.test(id) ? `%"requestId":"${id}"%` : '')

/**
 * Lists errors, the latest first. Each word of the search must be in the title or location of an error. A word may also
 * be the id of a request for which the error was reported.
 */
export async function listErrorGroups(
  db: DatabaseOrTx,
  { state, search, cursor }: { state: ErrorState | 'all'; search: string; cursor?: string | undefined },
) {
  let query = errors(db)
  if (state !== 'all') query = query.where('state', '=', state)
  for (const word of splitSearchWords(search))
    query = query.where((eb) =>
      eb.or([buildSearchWordCondition(eb, titleAndPlace, word), eb('id', 'in', groupsOfRequest(db, word))]),
    )
  if (cursor !== undefined) {
    const [at, id] = parseCursor(cursor)
    query = query.where((eb) => eb(eb.refTuple('last_seen_at', 'id'), '<', eb.tuple(at, id)))
  }
  query = query.orderBy('last_seen_at', 'desc').orderBy('id', 'desc')
  const { rows, next } = await readListPage(query, (last) => `${last.lastSeenAt}.${last.id}`)
  const { shown, damaged } = presentRows('error', errorGroupSchema, rows, (row) => row)
  return { errors: shown, damaged, next, counts: await countByState(db) }
}

/** Returns an error without its reports. @throws {Refusal} not_found */
export async function getErrorGroup(db: DatabaseOrTx, id: string): Promise<ErrorGroup> {
  return errorGroupSchema.parse(await errors(db).where('id', '=', id).executeTakeFirstOrThrow(createNotFoundRefusal))
}

export async function listEventsOfError(db: DatabaseOrTx, id: string): Promise<PresentedRows<StoredErrorEvent>> {
  const rows = await db
    .selectFrom('error_events')
    .select(['id', 'at', 'payload'])
    .where('group_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return presentRows('error report', storedErrorEventSchema, rows, ({ id: eventId, at, payload }) => ({
    ...(JSON.parse(payload) as StoredEventPayload),
    id: eventId,
    at,
  }))
}

/** The stored payload of an event. The schema of the contract determines which fields are sent to the browser. */
export type StoredEventPayload = Omit<StoredErrorEvent, 'id' | 'at'>

/** Lists the open errors, for the inbox of the desk. */
export const errorInboxSource: InboxSource = {
  kind: 'error',
  count: async (db) => (await countByState(db)).open,
  list: async (db) => {
    const { errors, damaged } = await listErrorGroups(db, { state: 'open', search: '' })
    const shown = errors.map(({ id, title, place, lastSeenAt: at }) => {
      return { kind: 'error' as const, id, at, title, text: place, to: `/desk/errors#${id}` }
    })
    return { shown, damaged }
  },
}

const errorsOf = (db: DatabaseOrTx, userId: string) =>
  errors(db).where(
    'id',
    'in',
    db.selectFrom('error_events').select('error_events.group_id').where('error_events.user_id', '=', userId),
  )

/**
 * The errors that a person has encountered. Only the latest reports of each error are stored, so the list may be
 * incomplete.
 */
export const personErrorRecordSource: PersonRecordSource = {
  kind: 'error',
  count: (db, { id }) => countQueryRows(errorsOf(db, id).clearSelect()),
  list: async (db, { id: userId }) => {
    const rows = await errorsOf(db, userId).orderBy('last_seen_at', 'desc').limit(PERSON_RECORDS_PER_KIND_MAX).execute()
    return presentRows('error', personRecordEntrySchema, rows, ({ id, title, place, lastSeenAt: at }) => {
      return { id, at, title, text: place, to: `/desk/errors#${id}` }
    })
  },
}

const countByState = (db: DatabaseOrTx): Promise<Record<ErrorState, number>> =>
  countRowsByValue(db.selectFrom('error_groups'), 'state', errorStates)

const actions: Record<ErrorState, AuditLogAction> = {
  open: 'error opened again',
  resolved: 'error resolved',
  muted: 'error muted',
}

/** Sets the state of an error; a repeated call changes nothing. @throws {Refusal} not_found */
export async function setErrorState(db: Database, by: AuditActor, id: string, state: ErrorState): Promise<ErrorGroup> {
  return db.transaction().execute(async (tx) => {
    const { title: name } = await getErrorGroup(tx, id)
    const changed = tx
      .updateTable('error_groups')
      .set({ state, touched_at: Date.now() })
      .where('id', '=', id)
      .where('state', '!=', state)
    if (await hasChangedRows(changed))
      await recordAction(tx, { actor: by, action: actions[state], target: { id, name } })
    return getErrorGroup(tx, id)
  })
}

/**
 * Deletes an error and its reports. If the error occurs again, it counts as a new error. @throws {Refusal} not_found
 */
export async function deleteError(db: Database, by: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { title: name } = await getErrorGroup(tx, id)
    await tx.deleteFrom('error_groups').where('id', '=', id).execute()
    await recordAction(tx, { actor: by, action: 'error deleted', target: { id, name } })
  })
}

const errors = (db: DatabaseOrTx) =>
  db
    .selectFrom('error_groups')
    .select(['id', 'title', 'place', 'side', 'state', 'count'])
    .select(['first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
    .select(['first_release as firstRelease', 'last_release as lastRelease'])

const position = z.tuple([z.coerce.number().int(), z.uuid()])

function parseCursor(cursor: string): [at: number, id: string] {
  const dot = cursor.indexOf('.')
  const parsed = position.safeParse([cursor.slice(0, dot), cursor.slice(dot + 1)])
  if (!parsed.success) throw new Refusal('bad_request', 'query.cursor: must be what an answer gave as next.')
  return parsed.data
}
