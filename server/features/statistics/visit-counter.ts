import type { TopListKind } from '#contract/statistics.ts'

/**
 * The largest number of different names of one kind that a process counts on a day. Names come from browsers, which can
 * invent them; pages are only counted when the site has them.
 */
const NAMES_PER_DAY_MAX = 500
/**
 * The largest number of pairs of reader and page in memory, which take 10 MB. Further readers are not counted until the
 * next write.
 */
const READERS_IN_MEMORY_MAX = 200_000
/** The largest number of pairs of reader and page on one day. Each pair is stored as a row until the day is over. */
const READERS_PER_DAY_MAX = 2_000_000

/** The value of `page` for the counts of the whole site. */
export const WHOLE_SITE_PAGE = ''

interface CountedVisit {
  /** As in `2026-11-21`. */
  day: string
  page: string
  reader: number
  visits: 0 | 1
  ends: 0 | 1
  seconds: number
}

export interface PageVisitCounts extends Pick<CountedVisit, 'day' | 'page'> {
  visits: number
  ends: number
  seconds: number
}

interface NameCount {
  day: string
  kind: TopListKind
  name: string
  page: string
  count: number
}

interface ReaderSet extends Pick<CountedVisit, 'day' | 'page'> {
  readers: Set<number>
}

/** The counts of visits. The keys of each map join the values that identify a row. */
export interface VisitCounts {
  pages: Map<string, PageVisitCounts>
  names: Map<string, NameCount>
  readers: Map<string, ReaderSet>
}

const noCounts = (): VisitCounts => ({ pages: new Map(), names: new Map(), readers: new Map() })

/** Counts visits in memory. The memory that it takes is bounded, whatever browsers send. */
export function createVisitCounter() {
  let counts = noCounts()
  let pairsInMemory = 0
  let today = ''
  let pairsToday = 0
  const namesToday = new Map<TopListKind, Set<string>>()

  function beginDay(day: string): void {
    if (day === today) return
    today = day
    pairsToday = 0
    namesToday.clear()
  }

  function addToPage({ day, page, visits, ends, seconds }: PageVisitCounts): void {
    const key = `${day}\n${page}`
    const row = counts.pages.get(key)
    if (!row) counts.pages.set(key, { day, page, visits, ends, seconds })
    else {
      row.visits += visits
      row.ends += ends
      row.seconds += seconds
    }
  }

  /** Adds a pair of reader and page. @returns whether the pair was added and is new */
  function addReader(day: string, page: string, reader: number): boolean {
    if (pairsInMemory >= READERS_IN_MEMORY_MAX) return false
    const key = `${day}\n${page}`
    const { readers } = counts.readers.get(key) ?? { readers: new Set<number>() }
    if (readers.size === 0) counts.readers.set(key, { day, page, readers })
    if (readers.has(reader)) return false
    readers.add(reader)
    pairsInMemory++
    return true
  }

  function addToName({ day, kind, name, page, count }: NameCount): void {
    const key = `${day}\n${kind}\n${name}\n${page}`
    const row = counts.names.get(key)
    if (row) row.count += count
    else counts.names.set(key, { day, kind, name, page, count })
  }

  return {
    addVisit: (visit: CountedVisit): void => {
      beginDay(visit.day)
      for (const page of [visit.page, WHOLE_SITE_PAGE]) {
        addToPage({ ...visit, page })
        if (visit.visits > 0 && pairsToday < READERS_PER_DAY_MAX && addReader(visit.day, page, visit.reader))
          pairsToday++
      }
    },
    addName: (name: Omit<NameCount, 'count'>): void => {
      beginDay(name.day)
      const names = namesToday.get(name.kind) ?? new Set()
      namesToday.set(name.kind, names)
      const key = `${name.name}\n${name.page}`
      if (names.size >= NAMES_PER_DAY_MAX && !names.has(key)) return
      names.add(key)
      addToName({ ...name, count: 1 })
    },
    /** Removes and returns everything that was counted since the last call. */
    take: (): VisitCounts => {
      const taken = counts
      counts = noCounts()
      pairsInMemory = 0
      return taken
    },
    /** Adds counts that could not be written. Their readers have already counted towards the limit of the day. */
    putBack: ({ pages, names, readers }: VisitCounts): void => {
      for (const row of pages.values()) addToPage(row)
      for (const row of names.values()) addToName(row)
      for (const { day, page, readers: set } of readers.values()) for (const reader of set) addReader(day, page, reader)
    },
  }
}

export type VisitCounter = ReturnType<typeof createVisitCounter>
