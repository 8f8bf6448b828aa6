import { HOUR_MS, MINUTE_MS } from '../limits.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns the local time of a zone, as milliseconds of the same time in UTC. Computed independently of the tested code.
 */
export function computeReferenceWallTime(instant: number, timeZone: string): number {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', style)
  formats.set(timeZone, format)
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
}

/**
 * Returns the latest local time that the zone's clocks have shown so far. After clocks go back, this is later than the
 * current local time.
 */
export function findLatestWallClockSoFar(instant: number, timeZone: string): number {
  const wall = computeReferenceWallTime(instant, timeZone)
  if (wall - computeReferenceWallTime(instant - 2 * HOUR_MS, timeZone) === 2 * HOUR_MS) return wall
  const minutes = Array.from({ length: 120 }, (_, i) => computeReferenceWallTime(instant - i * MINUTE_MS, timeZone))
  return Math.max(...minutes)
}
