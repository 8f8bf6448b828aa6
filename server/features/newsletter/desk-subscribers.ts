import { sql } from 'kysely'
import { formatCountWithNoun } from '#contract/format-count.ts'
import {
  type AnnouncedPage,
  type SubscriberImportResult,
  type SubscriberState,
  subscriberSchema,
  subscriberStates,
} from '#contract/newsletter.ts'
import { buildAccountsQuery } from '../../db/accounts.ts'
import { type AuditActor, recordAction } from '../../db/audit-log.ts'
import { countRowsByValue } from '../../db/count-query-rows.ts'
import type { Database, DatabaseOrTx, Tx } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { readPageNewestFirst } from '../../db/read-list-page.ts'
import { buildSearchWordCondition, splitSearchWords } from '../../db/word-search.ts'
import { createNotFoundRefusal } from '../../http/failures.ts'
import { presentRows } from '../../http/present-rows.ts'
import { formatSubscriberCsv, type ParsedSubscriberAddress, parseSubscriberCsv } from './subscriber-csv.ts'
import { buildSubscriberRow, deleteSubscriptionRequests } from './subscribers.ts'

const PAGES_SHOWN = 50
/** The number of addresses that one statement adds. */
const IMPORT_BATCH = 200
/** The maximum number of invalid lines that the reply to an import lists. */
const INVALID_SHOWN = 20

interface SubscriberFilter {
  state: 'all' | SubscriberState
  search: string
  cursor?: string | undefined
}

export async function listSubscribers(db: DatabaseOrTx, { state, search, cursor }: SubscriberFilter) {
  const query = db
    .selectFrom('subscribers')
    .select(['id', 'email', 'frequency', 'state', 'source'])
    .select(['created_at as createdAt', 'changed_at as changedAt', 'last_error as lastError'])
    .$if(state !== 'all', (rows) => rows.where('state', '=', state as SubscriberState))
    .where((eb) =>
      eb.and(
        splitSearchWords(search).map((word) => buildSearchWordCondition(eb, sql<string>`subscribers.email`, word)),
      ),
    )
  const { rows, next } = await readPageNewestFirst(query, 'id', cursor)
  const { shown, damaged } = presentRows('subscriber', subscriberSchema, rows, (row) => row)
  return { subscribers: shown, damaged, next }
}

export const countSubscribersByState = (db: DatabaseOrTx): Promise<Record<SubscriberState, number>> =>
  countRowsByValue(db.selectFrom('subscribers'), 'state', subscriberStates)

/** Lists the latest announced pages with the numbers of their sent, failed and remaining mails. */
export const listAnnouncedPages = (db: DatabaseOrTx): Promise<AnnouncedPage[]> =>
  db
    .selectFrom('announced_pages')
    .select((eb) => [
      'id',
      'title',
      'path',
      'sent',
      'failed',
      eb.fn.coalesce('announced_at', eb.val(0)).as('announcedAt'),
      eb
        .selectFrom('page_mails')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('page_mails.page', '=', 'announced_pages.page')
        .$asScalar()
        .$notNull()
        .as('left'),
    ])
    .where('announced_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(PAGES_SHOWN)
    .execute()

/** Deletes a subscriber. @throws {Refusal} not_found */
export async function removeSubscriber(db: Database, by: AuditActor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { email, email_key: key } = await tx
      .deleteFrom('subscribers')
      .where('id', '=', id)
      .returning(['email', 'email_key'])
      .executeTakeFirstOrThrow(createNotFoundRefusal)
    await deleteSubscriptionRequests(tx, key)
    // The log is kept longer than the subscriber, so it does not contain the whole email address.
    const name = email.replace(/^(.).*@/u, '$1…@')
    await recordAction(tx, { actor: by, action: 'subscriber removed', target: { id, name } })
  })
}

/**
 * Adds the email addresses of a list with the states that the list gives. Known addresses keep their state: an
 * unsubscribed address stays unsubscribed.
 * @throws {Refusal} import_too_large, import_empty
 */
export async function importSubscribers(db: Database, by: AuditActor, csv: string): Promise<SubscriberImportResult> {
  const { addresses, repeated, invalid } = parseSubscriberCsv(csv)
  const result = { added: 0, known: repeated, unsubscribed: 0, bounced: 0 }
  for (let at = 0; at < addresses.length; at += IMPORT_BATCH) {
    const batch = addresses.slice(at, at + IMPORT_BATCH)
    const states = await db.transaction().execute((tx) => insertBatch(tx, batch))
    for (const state of states) result[state] += 1
  }
  const { added, known, unsubscribed, bounced } = result
  const detail = `${added} added, ${known} known, ${unsubscribed} unsubscribed, ${bounced} refused, ${invalid.length} unusable`
  const target = { id: null, name: 'the subscribers' }
  await recordAction(db, { actor: by, action: 'subscribers imported', target, detail })
  return { ...result, invalid: invalid.length, invalidLines: invalid.slice(0, INVALID_SHOWN) }
}

/** Adds email addresses. @returns the result for each address */
async function insertBatch(tx: Tx, batch: readonly ParsedSubscriberAddress[]) {
  const keys = batch.map(({ key }) => key)
  const found = await tx
    .selectFrom('subscribers')
    .select(['email_key', 'state'])
    .where('email_key', 'in', keys)
    .execute()
  const states = new Map(found.map(({ email_key, state }) => [email_key, state]))
  const accounts = await buildAccountsQuery(tx).where('email_key', 'in', keys).where('is_guest', '=', 0).execute()
  const userIds = new Map(accounts.map(({ email_key, id }) => [email_key, id]))
  const now = Date.now()
  const added = batch
    .filter(({ key }) => !states.has(key))
    .map((address) =>
      buildSubscriberRow({ ...address, source: 'import', userId: userIds.get(address.key) ?? null }, now),
    )
  if (added.length > 0) await insertNewRows(tx, 'subscribers', added)
  return batch.map(({ key, state: listed }) => {
    const state = states.get(key)
    if (state === 'active') return 'known' as const
    return state ?? (listed === 'active' ? ('added' as const) : listed)
  })
}

export async function exportSubscribers(db: Database, by: AuditActor): Promise<{ csv: string }> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email', 'frequency', 'state', 'source', 'created_at', 'changed_at'])
    .orderBy('id')
    .execute()
  const target = { id: null, name: 'the subscribers' }
  const detail = formatCountWithNoun(rows.length, 'address', 'addresses')
  await recordAction(db, { actor: by, action: 'subscribers exported', target, detail })
  return { csv: formatSubscriberCsv(rows) }
}
