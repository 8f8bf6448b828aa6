import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { REPORT_BYTES_MAX, REPORT_EVENT_BYTES_MAX, SECOND_MS } from '#contract/limits.ts'
import type { Dsn } from './dsn.ts'
import { type Envelope, type EnvelopeItem, jsonOf, serializeEnvelope } from './envelope.ts'
import { scrubValue } from './scrub.ts'
import { serviceLimits } from './service-limits.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const CLOSING_MS = 3 * SECOND_MS
/** What waits may take so much memory, and what is more is dropped. */
const WAITING_MAX = 100
const WAITING_BYTES_MAX = 4 * REPORT_BYTES_MAX
const AT_ONCE = 2

export interface PassOn {
  /**
   * Takes an envelope in hand and does not wait for it to arrive; what fails then is only logged.
   * @returns the X-Sentry-Rate-Limits that its sender should know, or nothing
   * @throws {Refusal} report_unreadable, payload_too_large
   */
  send: (envelope: Envelope, sender: Sender) => string
  /** Resolves when what is in hand has arrived, or after 3 s. */
  close: () => Promise<void>
}

export interface Sender {
  /** The IP address; null for this process. */
  address: string | null
  userAgent: string
}

/** Passes reports on to the service behind SENTRY_DSN, scrubbed. */
export function passOnTo({ publicKey, endpoint }: Dsn, log: Pick<FastifyBaseLogger, 'warn'>): PassOn {
  const turn = pLimit(AT_ONCE)
  const limits = serviceLimits()
  const onTheirWay = new Set<Promise<void>>()
  let waitingBytes = 0

  async function post(body: Uint8Array<ArrayBuffer>, { address, userAgent }: Sender): Promise<void> {
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=hobohat/1.0, sentry_key=${publicKey}`,
          'user-agent': userAgent || 'hobohat/1.0',
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
      // Not the message, which may name the address.
      const { name, cause } = error as Error & { cause?: { code?: string } }
      log.warn({ reason: cause?.code ?? name }, 'the service behind SENTRY_DSN cannot be reached')
    }
  }

  return {
    send: (envelope, sender) => {
      const items = envelope.items.filter(({ header }) => !limits.holds(header.type)).map(scrubItem)
      if (items.length > 0) {
        const body = serializeEnvelope({ header: headerOf(envelope.header, publicKey), items })
        if (onTheirWay.size >= WAITING_MAX || waitingBytes + body.length > WAITING_BYTES_MAX) {
          log.warn('a report was dropped: too many wait for the service behind SENTRY_DSN')
        } else {
          waitingBytes += body.length
          const sent = turn(() => post(body, sender)).finally(() => {
            waitingBytes -= body.length
            onTheirWay.delete(sent)
          })
          onTheirWay.add(sent)
        }
      }
      return limits.header()
    },
    close: async () => {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, CLOSING_MS)
      await Promise.race([Promise.all(onTheirWay), late.promise])
      clearTimeout(timer)
    },
  }
}

/** Only what services read of it; the reporter knows no key but a made-up one. */
function headerOf(header: Envelope['header'], publicKey: string): Envelope['header'] {
  const { event_id, sent_at, sdk, trace } = scrubValue(header) as Record<string, unknown>
  return {
    ...(event_id !== undefined && { event_id }),
    ...(sent_at !== undefined && { sent_at }),
    ...(sdk !== undefined && { sdk }),
    ...(typeof trace === 'object' && trace !== null && { trace: { ...trace, public_key: publicKey } }),
  }
}

/** What is no JSON: recordings are compressed, and were masked by the browser. */
const opaque = new Set(['replay_recording', 'attachment'])

function scrubItem({ header, payload }: EnvelopeItem): EnvelopeItem {
  if (opaque.has(header.type)) return { header, payload }
  const value = jsonOf(payload, REPORT_EVENT_BYTES_MAX)
  return { header, payload: Buffer.from(JSON.stringify(withoutStrangeParts(scrubValue(value)))) }
}

/** Of people, what the privacy page names; of calls, no more than where they went. */
function withoutStrangeParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { user, request, ...rest } = value as Record<string, unknown>
  return {
    ...rest,
    ...(user !== undefined && { user: only(user, ['id', 'username', 'name', 'email', 'ip_address']) }),
    ...(request !== undefined && { request: only(request, ['url', 'method', 'headers']) }),
  }
}

function only(value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
}
