import type { BackupSchedule } from '#contract/backups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { fromWallTimeMs, toWallTimeMs } from '#contract/wall-clock.ts'

type Times = Pick<BackupSchedule, 'time' | 'timeZone'>

/** Returns the latest scheduled time that is not after `now`. */
export const findLastScheduledTime = (times: Times, now: number): number =>
  timesAround(times, now).findLast((at) => at <= now) ?? Number.NEGATIVE_INFINITY

/** Returns the first scheduled time after `now`. */
export const findNextScheduledTime = (times: Times, now: number): number =>
  timesAround(times, now).find((at) => at > now) ?? Number.POSITIVE_INFINITY

/** Returns the scheduled times of yesterday, today and tomorrow in the time zone, the earliest first. */
function timesAround({ time, timeZone }: Times, now: number): number[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const midnight = Math.floor(toWallTimeMs(now, timeZone) / DAY_MS) * DAY_MS
  return [-DAY_MS, 0, DAY_MS].map((day) =>
    fromWallTimeMs(midnight + day + hours * HOUR_MS + minutes * MINUTE_MS, timeZone),
  )
}
