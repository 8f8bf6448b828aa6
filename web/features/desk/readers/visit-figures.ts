import type { VisitSums } from '#contract/statistics.ts'

export interface DayVisitSums extends VisitSums {
  /** The day of the figures, such as `2026-11-21`; for sums of several days, the first day. */
  day: string
}

/**
 * Adds up the figures of each group of `size` days, from the last day backwards. The first group can have fewer days.
 */
export function sumVisitsByDayGroup(days: readonly DayVisitSums[], size: number): DayVisitSums[] {
  const groups: DayVisitSums[] = []
  for (let end = days.length; end > 0; end -= size) {
    const [first, ...others] = days.slice(Math.max(0, end - size), end)
    if (first) groups.unshift(others.reduce(addSums, first))
  }
  return groups
}

const addSums = (sum: DayVisitSums, { visits, readers, ends, seconds }: DayVisitSums): DayVisitSums => ({
  day: sum.day,
  visits: sum.visits + visits,
  readers: sum.readers + readers,
  ends: sum.ends + ends,
  seconds: sum.seconds + seconds,
})

/** Returns the share of visits that reached the end of the text, and the mean time of a visit: "40%", "2:05". */
export function formatEndShareAndMeanTime({ visits, ends, seconds }: VisitSums): [string, string] {
  if (visits === 0) return ['–', '–']
  const mean = Math.round(seconds / visits)
  return [`${Math.round((ends / visits) * 100)}%`, `${Math.floor(mean / 60)}:${String(mean % 60).padStart(2, '0')}`]
}
