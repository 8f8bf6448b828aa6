import { createHash } from 'node:crypto'
import * as z from 'zod'
import { DAY_MS, SECOND_MS } from '#contract/limits.ts'
import type { ErrorGroup, MappedStackFrame, StoredErrorEvent } from '#contract/reports.ts'
import { removeTextSecrets } from './scrub.ts'
import type { MapStackFrames } from './source-maps.ts'

const FRAMES_MAX = 50
const BREADCRUMBS_MAX = 30
/** The maximum number of stored exceptions: the thrown error and five causes. */
const EXCEPTIONS_MAX = 6
/** Longer texts are cut before secrets are removed, because the search for secrets takes time. */
const SCRUBBED_LENGTH_MAX = 4_000

/** Returns a schema of text. Other values become an empty text, and characters that Postgres refuses are removed. */
const text = (max: number) =>
  z
    .string()
    .catch('')
    .transform((text) =>
      removeTextSecrets(text.slice(0, SCRUBBED_LENGTH_MAX)).slice(0, max).replaceAll('\0', '').toWellFormed(),
    )
const count = z.int().nonnegative().max(10_000_000).nullable().catch(null)
/** Converts seconds since 1970, or an ISO 8601 time, to milliseconds. */
const time = z
  .union([z.number().transform((seconds) => seconds * SECOND_MS), z.string().max(40).transform(Date.parse)])
  .pipe(z.number().min(0).max(8.64e15))
  .transform(Math.round)
  .nullable()
  .catch(null)

/**
 * Returns a schema that keeps the last `max` values of a list, because the last values matter most. Invalid values are
 * left out.
 */
const last = <S extends z.ZodType>(schema: S, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.slice(-max).flatMap((value) => {
        const parsed = schema.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )
/** Returns a schema of an object. Any other value becomes an empty object. */
const part = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const frame = z
  .object({ filename: text(400), function: text(200), lineno: count, colno: count })
  .transform(({ filename: file, function: name, lineno: line, colno: column }) => ({
    file,
    function: name,
    line,
    column,
  }))
const exception = z.object({
  type: text(100),
  value: text(2_000),
  stacktrace: part({ frames: last(frame, FRAMES_MAX) }),
})
const breadcrumb = z.object({
  timestamp: time,
  category: text(60),
  message: text(500),
  data: part({ method: text(10), url: text(300), status_code: count, from: text(300), to: text(300) }),
})

/**
 * The fields of an event that are stored (https://develop.sentry.dev/sdk/data-model/event-payloads/). They are not
 * trusted. Lists are in the order of the envelope: the thrown error and the innermost frame come last.
 */
export const reportedEventSchema = z.object({
  event_id: z
    .string()
    .regex(/^[\da-f]{32}$/i)
    .toLowerCase(),
  timestamp: time,
  release: text(100),
  transaction: text(300),
  tags: part({ request_id: text(64) }),
  message: text(2_000),
  logentry: part({ formatted: text(2_000), message: text(2_000) }),
  exception: part({ values: last(exception, EXCEPTIONS_MAX) }),
  request: part({ url: text(500) }),
  user: z
    .object({
      id: z
        .union([z.string(), z.number().transform(String)])
        .pipe(text(100))
        .catch(''),
      name: text(100),
      username: text(100),
      email: text(254),
    })
    .nullable()
    .catch(null),
  breadcrumbs: z.preprocess(
    // Older reporters wrap the list in an object.
    (value) => (Array.isArray(value) ? value : (value as { values?: unknown } | null | undefined)?.values),
    last(breadcrumb, BREADCRUMBS_MAX),
  ),
})
type SentEvent = z.output<typeof reportedEventSchema>

/** A stored event. The thrown error and the innermost frame come first, as the desk shows them. */
export interface ErrorReport extends StoredErrorEvent {
  side: ErrorGroup['side']
  title: string
  place: string
}

interface ReportFacts {
  side: ErrorGroup['side']
  client: string
  placeFrames: MapStackFrames
}

/** The maximum age of a report. The browser may have a wrong clock, or may have been offline. */
const AGE_MAX_MS = DAY_MS

export async function convertEventToErrorReport(
  event: SentEvent,
  { side, client, placeFrames }: ReportFacts,
): Promise<ErrorReport> {
  const { release } = event
  const exceptions = []
  for (const { type, value, stacktrace } of event.exception.values.toReversed()) {
    const frames = await placeFrames(stacktrace.frames.toReversed(), release)
    exceptions.push({ type: type || 'Error', message: value, frames })
  }
  const message = event.logentry.formatted || event.logentry.message || event.message
  if (exceptions.length === 0) exceptions.push({ type: 'Message', message, frames: [] })
  const [thrown] = exceptions
  return {
    id: event.event_id,
    at: believableTime(event.timestamp),
    side,
    title: writeTitle(thrown),
    place: writePlace(thrown?.frames ?? []),
    release,
    exceptions,
    url: event.request.url || event.transaction,
    requestId: event.tags.request_id,
    client,
    // When nobody is logged in, browsers send a user without an id.
    user: event.user?.id
      ? { id: event.user.id, name: event.user.name || event.user.username, email: event.user.email }
      : null,
    breadcrumbs: event.breadcrumbs.map((breadcrumb) => ({
      at: breadcrumb.timestamp,
      category: breadcrumb.category,
      message: breadcrumb.message || describeBreadcrumb(breadcrumb),
    })),
  }
}

/** Returns the innermost frame in the site's own code; without one, the innermost frame of all. */
function innermostFrame(frames: readonly MappedStackFrame[]): MappedStackFrame | undefined {
  return frames.find(({ own }) => own) ?? frames[0]
}

function writeTitle(thrown: StoredErrorEvent['exceptions'][number] | undefined): string {
  const title = `${thrown?.type}: ${thrown?.message}`.replace(/\s+/g, ' ').trim()
  return title.length > 300 ? `${title.slice(0, 299).toWellFormed()}…` : title
}

function writePlace(frames: readonly MappedStackFrame[]): string {
  const frame = innermostFrame(frames)
  if (!frame) return ''
  return frame.function && frame.function !== '?' ? `${frame.file} in ${frame.function}` : frame.file
}

function believableTime(at: number | null): number {
  const now = Date.now()
  return at === null || at > now || at < now - AGE_MAX_MS ? now : at
}

function describeBreadcrumb({ data }: SentEvent['breadcrumbs'][number]): string {
  const { method, url, status_code: status, from, to } = data
  if (from || to) return `${from} → ${to}`
  return [method, url, status === null ? '' : `→ ${status}`].filter(Boolean).join(' ')
}

/**
 * Returns the hash that all reports of the same error share. The hash is calculated from the side (browser or server),
 * the type and the location in the source code. The line number is left out, because it changes between releases.
 * Without a stack trace, the message replaces the location; its numbers, ids and URLs are left out.
 */
export function fingerprintErrorReport({ side, exceptions: [thrown] }: ErrorReport): string {
  const frame = innermostFrame(thrown?.frames ?? [])
  const place = frame
    ? [withoutHash(frame.file), withoutMinifiedName(frame.function)]
    : [withoutDetails(thrown?.message ?? '')]
  const parts = [side, thrown?.type ?? '', ...place]
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

/** Removes the hash that the build adds to the names of assets: `assets/menu-B4x_2a9Q.js`. */
const withoutHash = (file: string) => file.replace(/-[\w-]{8}(?=\.\w+$)/, '').replace(/[?#].*$/, '')

/**
 * Removes a function name that a minifier has created, such as `n` or `Xt`, because the name differs in the next build.
 */
const withoutMinifiedName = (name: string) => (/^(\?|<anonymous>|[\w$]{1,2})$/.test(name) ? '' : name)

const withoutDetails = (message: string) =>
  message
    .replace(/(?<![a-z+.-])[a-z+.-]+:\/\/[^\s"'<>]+/gi, '<address>')
    .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>')
    .replace(/\b(?=[a-z]*\d)[\da-z]{16,}\b/gi, '<id>')
    .replace(/\d+/g, '<number>')
