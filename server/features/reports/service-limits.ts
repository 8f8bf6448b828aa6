import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'

/** The limits that a service has set for a while: https://develop.sentry.dev/sdk/expected-features/rate-limiting/. */
export interface ServiceLimits {
  /** Returns whether items of this type must not be sent now. */
  holds: (itemType: string) => boolean
  /** Reads the limits from an answer of the service. */
  learn: (answer: { status: number; headers: Headers }) => void
  /** Returns the value of X-Sentry-Rate-Limits for a reporter; empty without limits. */
  header: () => string
}

/** The categories of items with another name than their type. */
const categories: Readonly<Record<string, string>> = {
  event: 'error',
  sessions: 'session',
  client_report: 'internal',
  replay_event: 'replay',
  replay_recording: 'replay',
}
const ALL = ''
/** The pause after 429 without a time. */
const USUAL_MS = MINUTE_MS
/** The longest pause. */
const LONGEST_MS = 24 * 60 * MINUTE_MS
const CATEGORIES_MAX = 30

/** Creates limits; nothing is limited at first. */
export function serviceLimits(): ServiceLimits {
  const until = new Map<string, number>()
  const isOver = (category: string) => (until.get(category) ?? 0) <= Date.now()
  const hold = (category: string, seconds: number) => {
    if (until.size >= CATEGORIES_MAX && !until.has(category)) return
    const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : USUAL_MS
    until.set(category, Date.now() + Math.min(ms, LONGEST_MS))
  }
  return {
    holds: (itemType) =>
      !isOver(ALL) || !isOver(Object.hasOwn(categories, itemType) ? (categories[itemType] ?? '') : itemType),
    learn: ({ status, headers }) => {
      const limits = headers.get('x-sentry-rate-limits')
      const retryAfter = headers.get('retry-after')
      if (limits) {
        for (const limit of limits.split(',')) {
          const [seconds = '', named = ''] = limit.trim().split(':')
          for (const category of named.split(';'))
            if (/^\w*$/.test(category)) hold(category, Number.parseInt(seconds, 10))
        }
      } else if (retryAfter !== null) hold(ALL, secondsOf(retryAfter))
      else if (status === 429) hold(ALL, Number.NaN)
    },
    header: () =>
      [...until]
        .filter(([category]) => !isOver(category))
        .map(([category, at]) => `${Math.ceil((at - Date.now()) / SECOND_MS)}:${category}:organization`)
        .join(', '),
  }
}

/** Parses Retry-After: seconds or a date (RFC 9110 10.2.3). */
function secondsOf(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / SECOND_MS
}
