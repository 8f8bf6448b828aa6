import { DAY_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { findOpenSpans, findOpenState, formatLocalDate } from '#contract/opening-hours.ts'
import { fromWallTime } from '#contract/wall-clock.ts'

/** The instant at which a date begins where the kitchen is. @param date such as 2026-11-21 */
export const startOfDate = (date: string, timeZone: string): number =>
  fromWallTime(Date.parse(`${date}T00:00Z`), timeZone)

/** The date so many days after another. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const startOfTomorrow = (timeZone: string, now: number): number =>
  startOfDate(daysAfter(formatLocalDate(now, timeZone), 1), timeZone)

/** When the kitchen's working day is over: at midnight, or when it closes in the night after. */
export function endOfDay(terms: KitchenTerms, now: number): number {
  const midnight = startOfTomorrow(terms.timezone, now)
  const state = findOpenState(terms, now)
  return state.open && state.until < midnight + DAY_MS / 2 ? Math.max(midnight, state.until) : midnight
}

/** When the kitchen opens next on a day that is not today; where it says nothing of opening, the start of tomorrow. */
export function tomorrowsOpening(terms: KitchenTerms, now: number): number {
  const midnight = startOfTomorrow(terms.timezone, now)
  const openings = terms.services
    .flatMap((service) => findOpenSpans(terms.hours, service, terms.timezone, midnight, midnight + 14 * DAY_MS))
    .map(({ from }) => from)
    .filter((from) => from >= midnight)
  return openings.length > 0 ? Math.min(...openings) : midnight
}
