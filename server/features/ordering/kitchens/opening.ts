import { DAY_MS } from '#contract/limits.ts'
import type { DeliveryZone, OpeningHours, OpeningInterval } from '#contract/menu.ts'
import { RUSH_MINUTES, TEMPORARY_STATE_DAYS_MAX } from '#contract/ordering-limits.ts'
import { Refusal } from '../../../http/failures.ts'

const DAY = 1_440
const WEEK = 7 * DAY

/**
 * Opening hours in order. Those of one service may touch, over midnight and the end of the week too, and not overlap.
 * @throws {Refusal} hours_overlap, day_twice
 */
export function checkedHours({ weekly, special }: OpeningHours): OpeningHours {
  refuseOverlaps(
    weekly.map((interval) => spanOf(interval, (interval.weekday - 1) * DAY)),
    WEEK,
  )
  for (const { intervals } of special) refuseOverlaps(intervals.map((interval) => spanOf(interval, 0)))
  if (new Set(special.map(({ date }) => date)).size < special.length) throw new Refusal('day_twice')
  return {
    weekly: weekly.toSorted((a, b) => a.weekday - b.weekday || inOrder(a, b)),
    special: special
      .map(({ date, intervals }) => ({ date, intervals: intervals.toSorted(inOrder) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

const inOrder = (a: OpeningInterval, b: OpeningInterval) => a.service.localeCompare(b.service) || a.from - b.from

interface Span {
  service: string
  from: number
  to: number
}

/** In minutes since some midnight. */
const spanOf = ({ service, from, to }: OpeningInterval, midnight: number): Span => ({
  service,
  from: midnight + from,
  to: midnight + (to > from ? to : to + DAY),
})

/** @param period after how many minutes everything begins anew */
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
 * Delivery zones, their prefixes in upper case and without blanks.
 * @throws {Refusal} postcode_invalid, postcode_twice
 */
export function checkedZones(zones: readonly DeliveryZone[]): DeliveryZone[] {
  const clean = zones.map((zone) => ({ ...zone, prefixes: zone.prefixes.map(checkedPrefix) }))
  const prefixes = clean.flatMap((zone) => zone.prefixes)
  const twice = prefixes.find((prefix, at) => prefixes.indexOf(prefix) < at)
  if (twice !== undefined) throw new Refusal('postcode_twice', `${twice} is there twice. Remove it once.`)
  return clean
}

/** Some countries have a hyphen in them. */
function checkedPrefix(typed: string): string {
  const prefix = typed.normalize('NFKC').toUpperCase().replace(/\s/g, '')
  if (!/^[A-Z\d][A-Z\d-]*$/.test(prefix)) throw new Refusal('postcode_invalid')
  return prefix
}

/**
 * When a flag ends by itself: nobody has to think of taking it away. Null for none.
 * @param until in milliseconds since 1970
 * @throws {Refusal} end_before_start, too_far_ahead
 */
export function checkedEnd(until: number | null, now: number): number | null {
  if (until === null) return null
  if (until <= now) throw new Refusal('end_before_start', 'It would be over already. Choose a later time.')
  if (until > now + TEMPORARY_STATE_DAYS_MAX * DAY_MS) throw new Refusal('too_far_ahead')
  return until
}

/** The columns of a rush. @throws {Refusal} minutes_invalid, and what checkedEnd throws */
export function checkedRush({ minutes, until }: { minutes: number; until: number | null }, now: number) {
  if (until === null) return { rush_minutes: 0, rush_until: null }
  if (minutes < RUSH_MINUTES.min || minutes > RUSH_MINUTES.max) throw new Refusal('minutes_invalid')
  return { rush_minutes: minutes, rush_until: checkedEnd(until, now) }
}
