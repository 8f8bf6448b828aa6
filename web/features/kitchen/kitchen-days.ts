import { DAY_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { findOpenSpans, findOpenState, formatLocalDate } from '#contract/opening-hours.ts'
import { fromWallTimeMs } from '#contract/wall-clock.ts'

/** Returns the time at which a date begins in a time zone, in milliseconds. @param date such as 2026-11-21 */
export const findStartOfIsoDate = (date: string, timeZone: string): number =>
  fromWallTimeMs(Date.parse(`${date}T00:00Z`), timeZone)

export const addDaysToIsoDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * Returns the end of the kitchen's working day: midnight, or the closing time of a kitchen that closes after midnight.
 * Between midnight and this closing time, the working day that began yesterday is the current one.
 */
export function findEndOfWorkingDay(terms: KitchenTerms, now: number): number {
  const today = formatLocalDate(now, terms.timezone)
  const endOfYesterday = findEndAfterMidnight(terms, today)
  return endOfYesterday > now ? endOfYesterday : findEndAfterMidnight(terms, addDaysToIsoDate(today, 1))
}

/**
 * If the kitchen is still open at the midnight when a date begins, and closes before noon, returns its closing time.
 * Otherwise returns that midnight.
 */
function findEndAfterMidnight(terms: KitchenTerms, date: string): number {
  const midnight = findStartOfIsoDate(date, terms.timezone)
  const night = findOpenState(terms, midnight - 1)
  return night.open && night.until < midnight + DAY_MS / 2 ? night.until : midnight
}

/**
 * Returns the time of the kitchen's first opening after its working day. Without an opening within 14 days, returns the
 * end of the working day.
 */
export function findStartOfNextWorkingDay(terms: KitchenTerms, now: number): number {
  const end = findEndOfWorkingDay(terms, now)
  const openings = terms.services
    .flatMap((service) => findOpenSpans(terms.hours, service, terms.timezone, end, end + 14 * DAY_MS))
    .map(({ from }) => from)
    .filter((from) => from >= end)
  return openings.length > 0 ? Math.min(...openings) : end
}
