import type { TopListKind } from '#contract/statistics.ts'

/** The counts of a page on one UTC day. The row whose `page` is empty has the counts of the whole site. */
interface StatisticsPagesTable {
  /** As in `2026-11-21`. */
  day: string
  page: string
  visits: number
  /** The number of different readers. */
  readers: number
  ends: number
  seconds: number
}

/** How often a name was counted on a day. `page`: as in `TopListRow` (contract/statistics.ts). */
interface StatisticsNamesTable {
  day: string
  kind: TopListKind
  name: string
  page: string
  count: number
}

/** The hashes of the readers that were already counted today, for each page and for the whole site (empty page). */
interface StatisticsReadersTable {
  day: string
  page: string
  reader: number
}

/** The salt of today's reader hashes, the same for all processes. It is deleted when the day is over. */
interface StatisticsSaltsTable {
  day: string
  salt: string
}

export interface StatisticsTables {
  statistics_pages: StatisticsPagesTable
  statistics_names: StatisticsNamesTable
  statistics_readers: StatisticsReadersTable
  statistics_salts: StatisticsSaltsTable
}
