import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { DAY_MS, ERROR_EVENT_BYTES_MAX, ERROR_REPORT_BYTES_MAX, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { parseRetryAfter } from '../../http/retry-after.ts'
import type { Dsn } from './dsn.ts'
import { type Envelope, type EnvelopeItem, parseReportJson, serializeEnvelope } from './envelope.ts'
import { scrubValue } from './scrub.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const CLOSING_MS = 3 * SECOND_MS
/** The maximum number of reports that wait in memory to be forwarded; further reports are dropped. */
const WAITING_MAX = 100
const WAITING_BYTES_MAX = 4 * ERROR_REPORT_BYTES_MAX
const AT_ONCE = 2

export interface ReportClientDetails {
  /** The IP address of the browser; null for this process. */
  address: string | null
  userAgent: string
}

export function createReportForwarder({ publicKey, endpoint }: Dsn, log: Pick<FastifyBaseLogger, 'warn'>) {
  const queue = pLimit(AT_ONCE)
  const limits = serviceLimits()
  const pending = new Set<Promise<void>>()
  let waitingBytes = 0

  async function post(body: Uint8Array<ArrayBuffer>, { address, userAgent }: ReportClientDetails): Promise<void> {
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=site/1.0, sentry_key=${publicKey}`,
          'user-agent': userAgent || 'site/1.0',
          ...(address !== null && { 'x-forwarded-for': address }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      limits.learn(answer)
      await answer.body?.cancel()
      if (!answer.ok) log.warn({ status: answer.status }, 'the service behind SENTRY_DSN did not take a report')
    } catch (error) {
      // The error message may contain the URL of the service, so the message is not logged.
      const { name, cause } = error as Error & { cause?: { code?: string } }
      log.warn({ reason: cause?.code ?? name }, 'the service behind SENTRY_DSN cannot be reached')
    }
  }

  function enqueue(body: Uint8Array<ArrayBuffer>, sender: ReportClientDetails): void {
    if (pending.size >= WAITING_MAX || waitingBytes + body.length > WAITING_BYTES_MAX) {
      log.warn('a report was dropped: too many wait for the service behind SENTRY_DSN')
      return
    }
    waitingBytes += body.length
    const sent = queue(() => post(body, sender)).finally(() => {
      waitingBytes -= body.length
      pending.delete(sent)
    })
    pending.add(sent)
  }

  return {
    /**
     * Sends an envelope without waiting for the answer. A failure is only logged.
     * @returns the header X-Sentry-Rate-Limits for the sender of the envelope, or an empty text
     */
    send: (envelope: Envelope, sender: ReportClientDetails): string => {
      const items = envelope.items.filter(({ header }) => !limits.holds(header.type)).map(scrubItem)
      if (items.length > 0)
        enqueue(serializeEnvelope({ header: pickHeader(envelope.header, publicKey), items }), sender)
      return limits.header()
    },
    /** Resolves when all sent envelopes have arrived, or after 3 s. */
    close: async () => {
      await Promise.race([Promise.all(pending), wait(CLOSING_MS, undefined, { ref: false })])
    },
  }
}

/**
 * Returns the header fields that the service reads, with the real key. The browser only has a placeholder for the key.
 */
function pickHeader(header: Envelope['header'], publicKey: string): Envelope['header'] {
  const { event_id, sent_at, sdk, trace } = scrubValue(header) as Record<string, unknown>
  return {
    ...(event_id !== undefined && { event_id }),
    ...(sent_at !== undefined && { sent_at }),
    ...(sdk !== undefined && { sdk }),
    ...(typeof trace === 'object' && trace !== null && { trace: { ...trace, public_key: publicKey } }),
  }
}

/** Types of items that are not JSON, such as recordings, which the browser has masked and compressed. */
const opaque = new Set(['replay_recording', 'attachment'])

function scrubItem({ header, payload }: EnvelopeItem): EnvelopeItem {
  if (opaque.has(header.type)) return { header, payload }
  const value = scrubValue(parseReportJson(payload, ERROR_EVENT_BYTES_MAX))
  return { header, payload: Buffer.from(JSON.stringify(withListedParts(value))) }
}

/** Returns the event with only the user and request data that the privacy page lists. */
function withListedParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { user, request, ...rest } = value as Record<string, unknown>
  return {
    ...rest,
    ...(user !== undefined && { user: pick(user, ['id', 'username', 'name', 'email', 'ip_address']) }),
    ...(request !== undefined && { request: pick(request, ['url', 'method', 'headers']) }),
  }
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
}

/** The rate-limit category of each item type whose category has a different name. */
const categories: Readonly<Record<string, string>> = {
  event: 'error',
  sessions: 'session',
  client_report: 'internal',
  replay_event: 'replay',
  replay_recording: 'replay',
}
const ALL = ''
/** The pause after an answer 429 that names no time. */
const USUAL_MS = MINUTE_MS
const CATEGORIES_MAX = 30

/** Stores the rate limits that a service has set: https://develop.sentry.dev/sdk/expected-features/rate-limiting/. */
function serviceLimits() {
  const until = new Map<string, number>()
  const isOver = (category: string) => (until.get(category) ?? 0) <= Date.now()
  /** @param ms the pause; for an invalid pause or none, the usual pause is made */
  const hold = (category: string, ms = 0) => {
    if (until.size >= CATEGORIES_MAX && !until.has(category)) return
    until.set(category, Date.now() + (ms > 0 ? Math.min(ms, DAY_MS) : USUAL_MS))
  }
  return {
    holds: (itemType: string) =>
      !isOver(ALL) || !isOver(Object.hasOwn(categories, itemType) ? (categories[itemType] ?? '') : itemType),
    learn: ({ status, headers }: Response) => {
      const limits = headers.get('x-sentry-rate-limits')
      const retryAfter = headers.get('retry-after')
      if (limits) {
        for (const limit of limits.split(',')) {
          const [seconds = '', named = ''] = limit.trim().split(':')
          for (const category of named.split(';'))
            if (/^\w*$/.test(category)) hold(category, Number.parseInt(seconds, 10) * SECOND_MS)
        }
      } else if (retryAfter !== null) hold(ALL, parseRetryAfter(retryAfter))
      else if (status === 429) hold(ALL)
    },
    /** Returns the header X-Sentry-Rate-Limits for a browser; an empty text without limits. */
    header: () =>
      [...until]
        .filter(([category]) => !isOver(category))
        .map(([category, at]) => `${Math.ceil((at - Date.now()) / SECOND_MS)}:${category}:organization`)
        .join(', '),
  }
}
