import { DAY_MS, MINUTE_MS } from './limits.ts'

/** The maximum number of cached offsets. A page with opening hours needs about a hundred. */
const OFFSETS_MAX = 5_000

interface Zone {
  format: Intl.DateTimeFormat
  /**
   * The offsets of the time zone from UTC in milliseconds, by minute. `Intl` takes 10 µs for each offset. A list of
   * kitchens needs thousands of offsets, and most of them repeat. Since 1972 clocks change at whole minutes only.
   */
  offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** Returns the local date and time in a zone at an instant, as the milliseconds of the same date and time in UTC. */
export function toWallTimeMs(instant: number, timeZone: string): number {
  const { format, offsets } = zones.get(timeZone) ?? zoneOf(timeZone)
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS
  let offset = offsets.get(minute)
  if (offset === undefined) {
    offset = readClock(minute, format) - minute
    if (offsets.size >= OFFSETS_MAX) offsets.clear()
    offsets.set(minute, offset)
  }
  return instant + offset
}

function readClock(instant: number, format: Intl.DateTimeFormat): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * Returns the first instant at which a zone shows a local time. For a local time that a clock change skips, returns the
 * instant of the clock change.
 * @param wall in whole minutes, as `toWallTimeMs` returns it
 */
export function fromWallTimeMs(wall: number, timeZone: string): number {
  const offsetAt = (instant: number) => toWallTimeMs(instant, timeZone) - instant
  // An offset from UTC is less than a day. So the offset a day earlier applies before a possible clock change, and the
  // offset a day later applies after the change.
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  if (before === after || toWallTimeMs(before, timeZone) === wall) return before
  if (toWallTimeMs(after, timeZone) === wall) return after
  let [early, late] = [after, before]
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS
    if (toWallTimeMs(middle, timeZone) < wall) early = middle
    else late = middle
  }
  return late
}

/**
 * For an instant whose local time occurs twice, because clocks go back, returns whether the instant is before or after
 * this clock change. Returns null for other instants.
 */
export function findSideOfRepeatedTime(instant: number, timeZone: string): 'before' | 'after' | null {
  const wall = toWallTimeMs(instant, timeZone)
  const twin = [-DAY_MS, DAY_MS]
    .map((far) => wall - (toWallTimeMs(instant + far, timeZone) - instant - far))
    .find((other) => Math.abs(other - instant) >= MINUTE_MS && toWallTimeMs(other, timeZone) === wall)
  if (twin === undefined) return null
  return instant < twin ? 'before' : 'after'
}

function zoneOf(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  const zone = { format, offsets: new Map() }
  zones.set(timeZone, zone)
  return zone
}
