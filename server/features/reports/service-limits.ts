import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'

/** What a service takes no more of for a while: https://develop.sentry.dev/sdk/expected-features/rate-limiting/. */
export interface ServiceLimits {
  /** Whether items of this type are of no use now. */
  holds: (itemType: string) => boolean
  /** Learns from an answer of the service. */
  learn: (answer: { status: number; headers: Headers }) => void
  /** The value of X-Sentry-Rate-Limits that tells a reporter the same; empty when everything is taken. */
  header: () => string
}

/** By item type, where it is another word. */
const categories: Readonly<Record<string, string>> = {
  event: 'error',
  sessions: 'session',
  client_report: 'internal',
  replay_event: 'replay',
  replay_recording: 'replay',
}
const ALL = ''
/** A service that says no more than that it is too much. */
const USUAL_MS = MINUTE_MS
/** No answer holds up reports for longer. */
const LONGEST_MS = 24 * 60 * MINUTE_MS
const CATEGORIES_MAX = 30

/** Nothing is limited at first. */
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

/** RFC 9110 10.2.3: seconds, or a date. */
function secondsOf(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / SECOND_MS
}
