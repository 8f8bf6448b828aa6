import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { DAY_MS } from '#contract/limits.ts'
import {
  type getStatistics,
  STATISTICS_ROWS_MAX,
  type StatisticsPeriodDays,
  type TopListKind,
  type TopListRow,
  topListKinds,
  type VisitSums,
} from '#contract/statistics.ts'
import type { Database } from '../../db/database.ts'
import { toUtcDay } from './reader-hashes.ts'
import { WHOLE_SITE_PAGE } from './visit-counter.ts'

const nothing: VisitSums = { visits: 0, readers: 0, ends: 0, seconds: 0 }
const sumNames = Object.keys(nothing) as (keyof VisitSums)[]

/**
 * Returns the figures of the last days, today included.
 * @param page the path of a page; the empty path is the whole site
 * @param titles the titles of pages, by path
 */
export async function readStatistics(
  db: Database,
  range: StatisticsPeriodDays,
  page: string,
  titles: ReadonlyMap<string, string>,
): Promise<SuccessReplyBody<typeof getStatistics>> {
  const now = Date.now()
  const from = toUtcDay(now - (range - 1) * DAY_MS)
  const counted = await db
    .selectFrom('statistics_pages')
    .select(['day', ...sumNames])
    .where('day', '>=', from)
    .where('page', '=', page)
    .execute()
  const byDay = new Map(counted.map((row) => [row.day, row]))
  const days = Array.from({ length: range }, (_, at) => {
    const day = toUtcDay(now - (range - 1 - at) * DAY_MS)
    return byDay.get(day) ?? { ...nothing, day }
  })
  const total = { ...nothing }
  for (const row of days) for (const name of sumNames) total[name] += row[name]
  const pages = page === WHOLE_SITE_PAGE ? await listPages(db, from, titles) : []
  const lists = await Promise.all(
    topListKinds.map(async (kind) => [kind, await listNames(db, from, kind, page)] as const),
  )
  return { days, total, pages, names: Object.fromEntries(lists) as Record<TopListKind, TopListRow[]> }
}

/** Lists the pages of the site. A page that no longer exists has its path as title. */
async function listPages(db: Database, from: string, titles: ReadonlyMap<string, string>) {
  const rows = await db
    .selectFrom('statistics_pages')
    // Postgres returns a sum of 64-bit integers as numeric.
    .select(({ fn, cast }) => [
      'page as path',
      ...sumNames.map((name) => cast<number>(fn.sum(name), 'bigint').as(name)),
    ])
    .where('day', '>=', from)
    .where('page', '!=', WHOLE_SITE_PAGE)
    .groupBy('page')
    .orderBy('readers', 'desc')
    .orderBy('visits', 'desc')
    .orderBy('page')
    .limit(STATISTICS_ROWS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, title: titles.get(row.path) ?? row.path }))
}

/**
 * Lists the names of one kind, such as searches or missing URLs, the most frequent first. In a row, `page` is the page
 * that links to a missing URL; it is empty for a search.
 * @param page the page whose names are counted, or `WHOLE_SITE_PAGE`
 */
const listNames = (db: Database, from: string, kind: TopListKind, page: string): Promise<TopListRow[]> =>
  db
    .selectFrom('statistics_names')
    .select(({ fn, cast }) => ['name', fn.max('page').as('page'), cast<number>(fn.sum('count'), 'bigint').as('count')])
    .where('day', '>=', from)
    .where('kind', '=', kind)
    .$if(page !== WHOLE_SITE_PAGE, (query) => query.where('page', '=', page))
    .groupBy('name')
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(STATISTICS_ROWS_MAX)
    .execute()
