import { DAY_MS, HOUR_MS } from '#contract/limits.ts'

/** The first weekly time: Monday, 5 January 1970, 06:00 UTC. Weekly mails are sent on Mondays at 06:00 UTC. */
const FIRST_MS = 4 * DAY_MS + 6 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** Returns the next Monday, 06:00 UTC, after a time. */
export const findNextWeeklyMailTime = (now: number): number =>
  FIRST_MS + (Math.floor((now - FIRST_MS) / WEEK_MS) + 1) * WEEK_MS
