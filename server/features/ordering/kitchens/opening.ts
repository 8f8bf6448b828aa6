import { DAY_MS } from '#contract/limits.ts'
import type { DeliveryZone, OpeningHours, OpeningInterval } from '#contract/menu.ts'
import { PAUSE_OR_SOLD_OUT_DAYS_MAX, RUSH_MINUTES_RANGE } from '#contract/ordering-limits.ts'
import { normalizePostcode, toComparablePostcode } from '#contract/quote.ts'
import { Refusal } from '../../../http/failures.ts'

const DAY = 1_440
const WEEK = 7 * DAY

/**
 * Sorts opening hours. Refuses overlapping intervals of one service, also across midnight and the end of the week. An
 * interval may begin when another one ends.
 * @throws {Refusal} hours_overlap, day_twice
 */
export function parseOpeningHours({ weekly, special }: OpeningHours): OpeningHours {
  refuseOverlaps(
    weekly.map((interval) => toSpan(interval, (interval.weekday - 1) * DAY)),
    WEEK,
  )
  for (const { intervals } of special) refuseOverlaps(intervals.map((interval) => toSpan(interval, 0)))
  if (new Set(special.map(({ date }) => date)).size < special.length) throw new Refusal('day_twice')
  return {
    weekly: weekly.toSorted((a, b) => a.weekday - b.weekday || compareIntervals(a, b)),
    special: special
      .map(({ date, intervals }) => ({ date, intervals: intervals.toSorted(compareIntervals) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

const compareIntervals = (a: OpeningInterval, b: OpeningInterval) =>
  a.service.localeCompare(b.service) || a.from - b.from

interface Span {
  service: string
  from: number
  to: number
}

/** Converts an interval to minutes. @param midnight the minutes from the start of the week to the day; 0 for a date */
const toSpan = ({ service, from, to }: OpeningInterval, midnight: number): Span => ({
  service,
  from: midnight + from,
  to: midnight + (to > from ? to : to + DAY),
})

/** Refuses spans that overlap. @param period the number of minutes after which the spans repeat */
function refuseOverlaps(spans: readonly Span[], period = Number.POSITIVE_INFINITY): void {
  for (const group of Map.groupBy(spans, ({ service }) => service).values()) {
    const sorted = group.toSorted((a, b) => a.from - b.from)
    const [first] = sorted
    if (!first) continue
    for (const [at, { to }] of sorted.entries()) {
      const next = sorted[at + 1]?.from ?? first.from + period
      if (to > next) throw new Refusal('hours_overlap')
    }
  }
}

/**
 * Returns delivery zones with their normalized postcode prefixes without spaces.
 * @throws {Refusal} postcode_invalid, postcode_twice
 */
export function parseDeliveryZones(zones: readonly DeliveryZone[]): DeliveryZone[] {
  const clean = zones.map((zone) => ({ ...zone, prefixes: zone.prefixes.map(parsePostcodePrefix) }))
  const prefixes = clean.flatMap((zone) => zone.prefixes)
  const comparable = prefixes.map(toComparablePostcode)
  const twice = prefixes.find((_, at) => comparable.indexOf(comparable[at] ?? '') < at)
  if (twice !== undefined) throw new Refusal('postcode_twice', `${twice} is there twice. Remove it once.`)
  return clean
}

function parsePostcodePrefix(input: string): string {
  const prefix = normalizePostcode(input).replace(/\s/g, '')
  // Postcodes of some countries contain a hyphen.
  if (!/^[A-Z\d][A-Z\d-]{0,9}$/.test(prefix)) throw new Refusal('postcode_invalid')
  return prefix
}

/**
 * Checks the end of a pause, a rush or a sold-out flag. Null ends the state at once.
 * @param until in milliseconds since 1970
 * @throws {Refusal} end_before_start, too_far_ahead
 */
export function parseTemporaryStateEnd(until: number | null, now: number): number | null {
  if (until === null) return null
  if (until <= now) throw new Refusal('end_before_start', 'It would be over already. Choose a later time.')
  if (until > now + PAUSE_OR_SOLD_OUT_DAYS_MAX * DAY_MS) throw new Refusal('too_far_ahead')
  return until
}

/** Returns the columns of a rush. @throws {Refusal} minutes_invalid, and the refusals of parseTemporaryStateEnd */
export function parseRushToColumns({ minutes, until }: { minutes: number; until: number | null }, now: number) {
  if (until === null) return { rush_minutes: 0, rush_until: null }
  if (minutes < RUSH_MINUTES_RANGE.min || minutes > RUSH_MINUTES_RANGE.max) throw new Refusal('minutes_invalid')
  return { rush_minutes: minutes, rush_until: parseTemporaryStateEnd(until, now) }
}
