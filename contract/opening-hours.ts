import { interfaceLocale } from './interface-locale.ts'
import { DAY_MS, MINUTE_MS } from './limits.ts'
import type { KitchenTerms, OpeningHours, OpeningInterval, Service } from './menu.ts'
import { findSideOfRepeatedTime, fromWallTimeMs, toWallTimeMs } from './wall-clock.ts'

/** A span between two instants, in milliseconds since 1970. */
export interface TimeSpan {
  from: number
  to: number
}

/** The terms of a kitchen that say when it is open. */
type OpeningTerms = Pick<KitchenTerms, 'hours' | 'timezone' | 'services'>

/**
 * Whether a kitchen is open. `until`: when an open kitchen closes. `opensAt`: when a closed kitchen opens next; null if
 * the kitchen does not open within two months.
 */
export type OpenState = { open: true; until: number } | { open: false; opensAt: number | null }

/**
 * How many days before the time window the search for open spans begins. Slots are counted from the start of the
 * current open span, which may be days ago.
 */
const BACK_DAYS = 8
/**
 * How many days ahead the next opening is searched. If there is none within about a week, the search covers two months,
 * because a kitchen on holiday opens again within this time.
 */
const AHEAD_DAYS = [8, 60]

/**
 * Returns when a service is available: all open spans that overlap the time window, in order. Adjacent and overlapping
 * spans are merged.
 * @returns instants in milliseconds
 */
export function findOpenSpans(
  hours: OpeningHours,
  service: Service,
  timeZone: string,
  from: number,
  to: number,
): TimeSpan[] {
  const spans: TimeSpan[] = []
  const last = dayOf(toWallTimeMs(to, timeZone))
  for (let day = dayOf(toWallTimeMs(from, timeZone)) - BACK_DAYS * DAY_MS; day <= last; day += DAY_MS) {
    for (const interval of intervalsOn(hours, day)) {
      if (interval.service !== service) continue
      const end = interval.to > interval.from ? day : day + DAY_MS
      const span = {
        from: fromWallTimeMs(day + interval.from * MINUTE_MS, timeZone),
        to: fromWallTimeMs(end + interval.to * MINUTE_MS, timeZone),
      }
      // Drops an interval within the hour that is skipped by a clock change. Such an interval has no duration.
      if (span.to > span.from) spans.push(span)
    }
  }
  return merged(spans).filter((span) => span.to >= from && span.from <= to)
}

/**
 * Returns whether a kitchen is open, and when it next closes or opens. Without `service`, the kitchen counts as open
 * when any of its services is open. Ignores pauses.
 */
export function findOpenState(terms: OpeningTerms, now: number, service?: Service): OpenState {
  for (const days of AHEAD_DAYS) {
    const spans = spansOf(terms, now, days, service)
    const current = spans.find((span) => span.from <= now && now < span.to)
    if (current) return { open: true, until: current.to }
    const next = spans.find((span) => span.from > now)
    if (next) return { open: false, opensAt: next.from }
  }
  return { open: false, opensAt: null }
}

/**
 * Describes the open state: "Open until 22:00", "Open until Friday at 22:00", "Open around the clock", "Opens tomorrow
 * at 12:00", "Closed".
 */
export function describeOpenState(terms: OpeningTerms, now: number, service?: Service): string {
  const state = findOpenState(terms, now, service)
  if (state.open && state.until - now > 7 * DAY_MS) return 'Open around the clock'
  if (state.open) {
    // For a closing in less than a day, the time alone is clear, even after midnight.
    const format = state.until - now < DAY_MS ? formatLocalTime : formatRelativeDayTime
    return `Open until ${format(state.until, terms.timezone, now)}`
  }
  return state.opensAt === null ? 'Closed' : `Opens ${formatRelativeDayTimePhrase(state.opensAt, terms.timezone, now)}`
}

/** Returns the deadline for the kitchen's answer to an order. Only minutes within opening hours count. */
export function calculateAcceptDeadline(
  terms: OpeningTerms & Pick<KitchenTerms, 'acceptWithinMinutes'>,
  service: Service,
  placedAt: number,
): number {
  const within = terms.acceptWithinMinutes * MINUTE_MS
  for (const days of AHEAD_DAYS) {
    let left = within
    for (const span of spansOf(terms, placedAt, days, service)) {
      const from = Math.max(span.from, placedAt)
      if (from + left <= span.to) return from + left
      left -= Math.max(0, span.to - from)
    }
  }
  return placedAt + within
}

/**
 * Returns when an unanswered order is rejected: at the deadline for the kitchen's answer, or at the promised time if
 * this is earlier. The kitchen always has at least `acceptWithinMinutes`, counted from the order. When the kitchen is
 * closed and the order is promised for after the next opening, these minutes are counted from that opening.
 * @param placedAt when the order reaches the kitchen, which for a card order can be after closing
 */
export function calculateRejectionTime(
  terms: Parameters<typeof calculateAcceptDeadline>[0],
  service: Service,
  placedAt: number,
  promisedAt: number,
): number {
  const state = findOpenState(terms, placedAt, service)
  const opensAt = state.open ? null : state.opensAt
  const begins = opensAt !== null && opensAt <= promisedAt ? opensAt : placedAt
  const deadline = calculateAcceptDeadline(terms, service, placedAt)
  return Math.min(deadline, Math.max(promisedAt, begins + terms.acceptWithinMinutes * MINUTE_MS))
}

/** Formats the date in a time zone: 2026-11-21. */
export const formatLocalDate = (instant: number, timeZone: string): string =>
  new Date(toWallTimeMs(instant, timeZone)).toISOString().slice(0, 10)

/**
 * Formats the time of day in a time zone: 17:00. A time that occurs twice because the clocks go back becomes "01:15
 * (before the clocks go back)" or "01:15 (after the clocks go back)".
 */
export function formatLocalTime(instant: number, timeZone: string): string {
  const turn = findSideOfRepeatedTime(instant, timeZone)
  const time = new Date(toWallTimeMs(instant, timeZone)).toISOString().slice(11, 16)
  return turn === null ? time : `${time} (${turn} the clocks go back)`
}

/** Formats a time relative to now: "17:00", "tomorrow at 17:00", "Friday at 17:00", "4 December at 17:00". */
export function formatRelativeDayTime(instant: number, timeZone: string, now: number): string {
  const wall = toWallTimeMs(instant, timeZone)
  const time = formatLocalTime(instant, timeZone)
  const days = (dayOf(wall) - dayOf(toWallTimeMs(now, timeZone))) / DAY_MS
  if (days === 0) return time
  if (days === 1) return `tomorrow at ${time}`
  return `${formatDay(days > 1 && days < 7 ? 'weekday' : 'date', wall)} at ${time}`
}

/** Formats a time with its full date: "Sunday 22 November at 19:40". */
export const formatFullDateTime = (instant: number, timeZone: string): string =>
  `${formatDay('fullDay', toWallTimeMs(instant, timeZone))} at ${formatLocalTime(instant, timeZone)}`

/**
 * Formats a time for a text that people may read on a later day, such as a mail or a printed ticket: "17:00" for the
 * day on which the text is written, otherwise "Sunday 22 November at 19:40".
 */
export const formatDatedTime = (instant: number, timeZone: string, writtenAt: number): string =>
  formatLocalDate(instant, timeZone) === formatLocalDate(writtenAt, timeZone)
    ? formatLocalTime(instant, timeZone)
    : formatFullDateTime(instant, timeZone)

/** Formats a time for use after a verb: "at 17:00", "tomorrow at 17:00", "on Friday at 17:00". */
export const formatRelativeDayTimePhrase = (instant: number, timeZone: string, now: number): string =>
  toPhrase(formatRelativeDayTime(instant, timeZone, now))

/** Formats a time as `formatDatedTime` does, for use after a verb: "at 17:00", "on Sunday 22 November at 19:40". */
export const formatDatedTimePhrase = (instant: number, timeZone: string, writtenAt: number): string =>
  toPhrase(formatDatedTime(instant, timeZone, writtenAt))

function toPhrase(time: string): string {
  if (/^\d\d:/.test(time)) return `at ${time}`
  return time.startsWith('tomorrow') ? time : `on ${time}`
}

const dateStyles = {
  weekday: { weekday: 'long' },
  date: { day: 'numeric', month: 'long' },
  fullDay: { weekday: 'long', day: 'numeric', month: 'long' },
} as const
const dateFormats: Partial<Record<keyof typeof dateStyles, Intl.DateTimeFormat>> = {}

/**
 * Formats the day of a wall time. A date format is created when it is first used, because creating one loads megabytes
 * of language data.
 */
function formatDay(style: keyof typeof dateStyles, wall: number): string {
  dateFormats[style] ??= new Intl.DateTimeFormat(interfaceLocale, { timeZone: 'UTC', ...dateStyles[style] })
  return dateFormats[style].format(wall)
}

const dayOf = (wall: number) => Math.floor(wall / DAY_MS) * DAY_MS

/**
 * Returns the intervals that start on a day. A special day replaces the weekly hours of all services.
 * @param day midnight as wall time
 */
function intervalsOn({ weekly, special }: OpeningHours, day: number): readonly OpeningInterval[] {
  const date = new Date(day)
  const name = date.toISOString().slice(0, 10)
  const weekday = date.getUTCDay() || 7
  return special.find((one) => one.date === name)?.intervals ?? weekly.filter((one) => one.weekday === weekday)
}

function spansOf(
  { hours, timezone, services }: OpeningTerms,
  now: number,
  days: number,
  service?: Service,
): TimeSpan[] {
  const to = now + days * DAY_MS
  return merged((service ? [service] : services).flatMap((one) => findOpenSpans(hours, one, timezone, now, to)))
}

function merged(spans: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}
