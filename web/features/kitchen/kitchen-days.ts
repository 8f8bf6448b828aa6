import { DAY_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { findOpenSpans, findOpenState, formatLocalDate } from '#contract/opening-hours.ts'
import { fromWallTime } from '#contract/wall-clock.ts'

/** Returns the time at which a date begins in a time zone, in milliseconds. @param date such as 2026-11-21 */
export const startOfDate = (date: string, timeZone: string): number =>
  fromWallTime(Date.parse(`${date}T00:00Z`), timeZone)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const startOfTomorrow = (timeZone: string, now: number): number =>
  startOfDate(addDays(formatLocalDate(now, timeZone), 1), timeZone)

/** Returns the end of the kitchen's working day: midnight, or its closing time when it closes after midnight. */
export function findEndOfWorkingDay(terms: KitchenTerms, now: number): number {
  const midnight = startOfTomorrow(terms.timezone, now)
  const state = findOpenState(terms, now)
  return state.open && state.until < midnight + DAY_MS / 2 ? Math.max(midnight, state.until) : midnight
}

/** Returns the kitchen's next opening after today, or the start of tomorrow when it has none. */
export function findNextDayOpening(terms: KitchenTerms, now: number): number {
  const midnight = startOfTomorrow(terms.timezone, now)
  const openings = terms.services
    .flatMap((service) => findOpenSpans(terms.hours, service, terms.timezone, midnight, midnight + 14 * DAY_MS))
    .map(({ from }) => from)
    .filter((from) => from >= midnight)
  return openings.length > 0 ? Math.min(...openings) : midnight
}
