import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

/** An instant, said as people do; the exact time shows on hovering. */
export function When({ at }: { at: number }) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {sayWhen(at, Date.now())}
    </time>
  )
}

/** Such as “5 minutes ago”, “in 2 hours”, “3 Nov 2026”. */
export function sayWhen(at: number, now: number): string {
  const distance = Math.abs(at - now)
  const sign = at > now ? 1 : -1
  if (distance < MINUTE_MS) return at > now ? 'in a moment' : 'just now'
  if (distance < HOUR_MS) return relative.format(sign * Math.floor(distance / MINUTE_MS), 'minute')
  if (distance < DAY_MS) return relative.format(sign * Math.floor(distance / HOUR_MS), 'hour')
  if (distance < 7 * DAY_MS) return relative.format(sign * Math.floor(distance / DAY_MS), 'day')
  return day.format(at)
}
