import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '#contract/limits.ts'
import { REPORT_ENVIRONMENT } from '#contract/report-rates.ts'
import { Refusal } from '../../http/failures.ts'

/** An item of an envelope. The fields of its header besides `type` are forwarded, but never trusted. */
export interface EnvelopeItem {
  header: Readonly<Record<string, unknown>> & { type: string }
  payload: Uint8Array
}

/** A message from an error reporter: https://develop.sentry.dev/sdk/data-model/envelopes/. */
export interface Envelope {
  header: Readonly<Record<string, unknown>>
  items: readonly EnvelopeItem[]
}

/** The maximum number of items. The envelope of an error has one or two items; with a recording it has two more. */
const ITEMS_MAX = 50
const HEADER_BYTES_MAX = 8 * 1024
const LINE_FEED = 10

/**
 * Splits an envelope into its items without parsing them. At most one item may be an event, as in Sentry's envelopes,
 * so a limit of requests is also a limit of events. `parseEnvelope` of @sentry/core is not used: it parses every item,
 * loops forever at a negative length, and has no limits.
 */
export function parseEnvelope(bytes: Uint8Array): Envelope {
  let at = 0
  const line = () => {
    const feed = bytes.indexOf(LINE_FEED, at)
    const end = feed === -1 ? bytes.length : feed
    const found = bytes.subarray(at, end)
    at = end + 1
    return found
  }
  const payload = (length: unknown) => {
    if (length === undefined) return line()
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) throw unreadable()
    const end = at + length
    if (end > bytes.length || (end < bytes.length && bytes[end] !== LINE_FEED)) throw unreadable()
    const found = bytes.subarray(at, end)
    at = end + 1
    return found
  }

  const header = jsonObject(line(), HEADER_BYTES_MAX)
  const items: EnvelopeItem[] = []
  while (at < bytes.length) {
    const first = line()
    // An envelope may end with an empty line.
    if (first.length === 0 && at >= bytes.length) break
    const { type, ...rest } = jsonObject(first, HEADER_BYTES_MAX)
    if (typeof type !== 'string' || items.length === ITEMS_MAX) throw unreadable()
    if (type === 'event' && items.some(({ header: { type: other } }) => other === 'event')) throw unreadable()
    items.push({ header: { ...rest, type }, payload: payload(rest.length) })
  }
  return { header, items }
}

export function wrapEventInEnvelope(event: object): Envelope {
  const eventId = randomUUID().replaceAll('-', '')
  const whole = { event_id: eventId, timestamp: Date.now() / SECOND_MS, environment: REPORT_ENVIRONMENT, ...event }
  return {
    header: { event_id: eventId, sent_at: new Date().toISOString() },
    items: [{ header: { type: 'event' }, payload: Buffer.from(JSON.stringify(whole)) }],
  }
}

export function serializeEnvelope({ header, items }: Envelope): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from(JSON.stringify(header))]
  for (const item of items) {
    const itemHeader = JSON.stringify({ ...item.header, length: item.payload.length })
    parts.push(Buffer.from(`\n${itemHeader}\n`), Buffer.from(item.payload))
  }
  return Buffer.concat(parts)
}

/** Parses JSON. @throws {Refusal} report_unreadable; payload_too_large for more than `bytesMax` bytes */
export function parseReportJson(bytes: Uint8Array, bytesMax: number): unknown {
  if (bytes.length > bytesMax) throw new Refusal('payload_too_large')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unreadable()
  }
}

function jsonObject(bytes: Uint8Array, bytesMax: number): Record<string, unknown> {
  const value = parseReportJson(bytes, bytesMax)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value as Record<string, unknown>
}

const unreadable = () => new Refusal('report_unreadable')
