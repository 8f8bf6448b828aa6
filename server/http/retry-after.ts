import { DAY_MS, SECOND_MS } from '#contract/limits.ts'

/** Parses the seconds or the date in a Retry-After header (RFC 9110 10.2.3). Returns milliseconds, at most a day. */
export function parseRetryAfter(header: string): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), DAY_MS)
}
