import { DAY_MS, MINUTE_MS } from './limits.ts'

/** The opening hours of a page need some hundred. */
const OFFSETS_MAX = 5_000

interface Zone {
  format: Intl.DateTimeFormat
  /**
   * How far its clocks are ahead of UTC, in milliseconds, by the minute: `Intl` takes 10 µs for one, and a list of
   * kitchens asks for thousands, mostly the same. Since 1972 clocks have been changed at whole minutes only.
   */
  offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** What the calendar and the clock on a wall of a time zone show at an instant, as if that zone were UTC, in milliseconds. */
export function toWallTime(instant: number, timeZone: string): number {
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
 * The first instant at which the wall shows a time, or a later one: of a time that a clock put back shows twice the
 * first, for a time that a clock put forward leaves out the moment at which it is put forward.
 * @param wall as toWallTime gives it, in whole minutes
 */
export function fromWallTime(wall: number, timeZone: string): number {
  const offsetAt = (instant: number) => toWallTime(instant, timeZone) - instant
  // No zone is a day off UTC, so these are before and after whatever is done to the clock at that time.
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  if (before === after || toWallTime(before, timeZone) === wall) return before
  if (toWallTime(after, timeZone) === wall) return after
  let [early, late] = [after, before]
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS
    if (toWallTime(middle, timeZone) < wall) early = middle
    else late = middle
  }
  return late
}

/** Whether an instant is before or after a clock is put back, where the wall shows its time twice; null where once. */
export function findRepeatedTurn(instant: number, timeZone: string): 'before' | 'after' | null {
  const wall = toWallTime(instant, timeZone)
  const twin = [-DAY_MS, DAY_MS]
    .map((far) => wall - (toWallTime(instant + far, timeZone) - instant - far))
    .find((other) => Math.abs(other - instant) >= MINUTE_MS && toWallTime(other, timeZone) === wall)
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
