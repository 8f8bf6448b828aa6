import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { PushPreferences } from '#contract/push.ts'

export type QuietHours = NonNullable<PushPreferences['quietHours']>

/** More than any clock has ever been put forward at once, save where a whole day was left out. */
const PUT_FORWARD_MAX_MS = 3 * HOUR_MS

/**
 * When the quiet hours that a moment is in are over: the first minute at which the clock on the reader's wall shows no
 * time within them, whatever has been done to that clock meanwhile.
 * @param at in milliseconds since 1970
 * @returns the same, or null when they are not on
 */
export function quietUntil(hours: QuietHours, at: number): number | null {
  const { from, to, timeZone } = hours
  const timeAt = clockOf(timeZone)
  const isQuiet = (ms: number) => {
    const time = timeAt(ms)
    return from < to ? time >= from && time < to : time >= from || time < to
  }
  if (!isQuiet(at)) return null
  const minute = at - (at % MINUTE_MS)
  const left = ((minutesOf(to) - minutesOf(timeAt(at))) * MINUTE_MS + 24 * HOUR_MS) % (24 * HOUR_MS)
  // Not looked for in every minute of a night, as each look is dear.
  let end = minute + Math.max(MINUTE_MS, left - PUT_FORWARD_MAX_MS)
  while (isQuiet(end)) end += MINUTE_MS
  return end
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const clocks = new Map<string, (ms: number) => string>()

/** The clock on a wall of a time zone, as `22:30`. @throws {RangeError} when there is no such zone */
function clockOf(timeZone: string): (ms: number) => string {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const clock = (ms: number) => format.format(ms)
  clocks.set(timeZone, clock)
  return clock
}
