import { setImmediate as pause } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database, Tx } from '../../db/database.ts'
import { insertNewRows } from '../../db/insert-new-rows.ts'
import { retryTransaction } from '../../db/retry-transaction.ts'
import { DatabaseUnavailableError } from '../../db/unavailable.ts'
import { toUtcDay } from './reader-hashes.ts'
import type { PageVisitCounts, VisitCounter, VisitCounts } from './visit-counter.ts'

/** How long counts are kept: 13 months, so that a month can be compared with the same month of the previous year. */
const STATISTICS_RETENTION_MS = 396 * DAY_MS
/** How long the readers of an ended day are stored, so that all processes can write their last counts. */
const READERS_GRACE_MS = 10 * MINUTE_MS
/** SQLite blocks the process while it writes. This number of rows takes about 2 ms. */
const ROWS_AT_ONCE = 250

/**
 * Writes what was counted since the last call, and adds it to the counts of other processes. Counts that cannot be
 * written are put back, and written by the next call.
 * @throws the first error, after everything else has been written
 */
export async function writeCounts(db: Database, counter: VisitCounter): Promise<void> {
  const counts = counter.take()
  let failure: unknown
  for (const write of writesOf(counts)) {
    try {
      await retryTransaction(db, write.run)
      write.done()
    } catch (error) {
      failure ??= error
      if (error instanceof DatabaseUnavailableError) break
    }
    await pause()
  }
  counter.putBack(counts)
  if (failure) throw failure
}

interface Write {
  run: (tx: Tx) => Promise<void>
  /** Removes the written counts from `counts`, so that they are not put back. */
  done: () => void
}

/** Yields small transactions. Rows are sorted, so that two processes which write the same rows do not deadlock. */
function* writesOf({ pages, names, readers }: VisitCounts): Generator<Write> {
  for (const chunk of chunksOf(inOrder(pages))) {
    const rows = chunk.map(([, row]) => ({ ...row, readers: 0 }))
    yield { run: (tx) => addToPages(tx, rows), done: () => remove(pages, chunk) }
  }
  for (const chunk of chunksOf(inOrder(names))) {
    const rows = chunk.map(([, row]) => row)
    yield {
      run: async (tx) => {
        await tx
          .insertInto('statistics_names')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['day', 'kind', 'name', 'page']).doUpdateSet(({ eb, ref }) => ({
              count: eb('statistics_names.count', '+', ref('excluded.count')),
            })),
          )
          .execute()
      },
      done: () => remove(names, chunk),
    }
  }
  for (const [, { day, page, readers: set }] of inOrder(readers)) {
    // The rows of the readers that are already counted are deleted after the day. Readers that are not written yet
    // could then be counted twice, so they are dropped.
    if (hasEnded(day)) set.clear()
    for (const chunk of chunksOf([...set].sort((a, b) => a - b)))
      yield {
        run: (tx) => addReaders(tx, day, page, chunk),
        done: () => {
          for (const reader of chunk) set.delete(reader)
        },
      }
  }
}

const inOrder = <Row>(rows: Map<string, Row>): [string, Row][] => [...rows].sort(([a], [b]) => (a < b ? -1 : 1))

const chunksOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ROWS_AT_ONCE) }, (_, at) =>
    list.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )

function remove(rows: Map<string, unknown>, chunk: [string, unknown][]): void {
  for (const [key] of chunk) rows.delete(key)
}

async function addToPages(tx: Tx, rows: (PageVisitCounts & { readers: number })[]): Promise<void> {
  await tx
    .insertInto('statistics_pages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'page']).doUpdateSet(({ eb, ref }) => ({
        visits: eb('statistics_pages.visits', '+', ref('excluded.visits')),
        readers: eb('statistics_pages.readers', '+', ref('excluded.readers')),
        ends: eb('statistics_pages.ends', '+', ref('excluded.ends')),
        seconds: eb('statistics_pages.seconds', '+', ref('excluded.seconds')),
      })),
    )
    .execute()
}

/** Adds those readers of a page whom no process has counted on this day. */
async function addReaders(tx: Tx, day: string, page: string, readers: number[]): Promise<void> {
  const rows = readers.map((reader) => ({ day, page, reader }))
  const added = await insertNewRows(tx, 'statistics_readers', rows)
  if (added > 0) await addToPages(tx, [{ day, page, visits: 0, ends: 0, seconds: 0, readers: added }])
}

const hasEnded = (day: string) => Date.now() >= Date.parse(day) + DAY_MS + READERS_GRACE_MS

/**
 * Deletes the salts of past days, one batch of the readers of past days, and counts that are older than 13 months.
 * @returns whether readers of past days may remain
 */
export async function deleteOldStatistics(db: Database): Promise<boolean> {
  const now = Date.now()
  await db.deleteFrom('statistics_salts').where('day', '<', toUtcDay(now)).execute()
  const oldest = toUtcDay(now - STATISTICS_RETENTION_MS)
  await db.deleteFrom('statistics_pages').where('day', '<', oldest).execute()
  await db.deleteFrom('statistics_names').where('day', '<', oldest).execute()
  const last = await db
    .selectFrom('statistics_readers')
    .select(['day', 'page', 'reader'])
    .where('day', '<', toUtcDay(now - READERS_GRACE_MS))
    .orderBy('day')
    .orderBy('page')
    .orderBy('reader')
    .limit(1)
    .executeTakeFirst()
  if (!last) return false
  const bound = await db
    .selectFrom('statistics_readers')
    .select('reader')
    .where('day', '=', last.day)
    .where('page', '=', last.page)
    .orderBy('reader')
    .limit(1)
    .offset(ROWS_AT_ONCE * 4)
    .executeTakeFirst()
  await db
    .deleteFrom('statistics_readers')
    .where('day', '=', last.day)
    .where('page', '=', last.page)
    .$if(bound !== undefined, (query) => query.where('reader', '<=', bound?.reader ?? 0))
    .execute()
  return true
}
