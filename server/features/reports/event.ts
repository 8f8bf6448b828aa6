import * as z from 'zod'
import { SECOND_MS } from '#contract/limits.ts'
import { scrubText } from './scrub.ts'

const FRAMES_MAX = 50
const BREADCRUMBS_MAX = 30
/** The thrown error and five causes. */
const EXCEPTIONS_MAX = 6
/** Longer text is cut before it is scrubbed, because the patterns take time. */
const SCRUBBED_LENGTH_MAX = 4_000

/** Parses a text: other values become an empty text, and characters that Postgres refuses are removed. */
const text = (max: number) =>
  z
    .string()
    .catch('')
    .transform((text) =>
      scrubText(text.slice(0, SCRUBBED_LENGTH_MAX)).slice(0, max).replaceAll('\0', '').toWellFormed(),
    )
const count = z.int().nonnegative().max(10_000_000).nullable().catch(null)
/** Parses seconds since 1970 or ISO 8601 to milliseconds. */
const time = z
  .union([z.number().transform((seconds) => seconds * SECOND_MS), z.string().max(40).transform(Date.parse)])
  .pipe(z.number().min(0).max(8.64e15))
  .transform(Math.round)
  .nullable()
  .catch(null)

/** Parses the last values of a list, which matter most; invalid values are left out. */
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
/** Parses an object; any other value becomes an empty one. */
const part = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const frame = z.object({ filename: text(400), function: text(200), lineno: count, colno: count })
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
 * The stored fields of an event (https://develop.sentry.dev/sdk/data-model/event-payloads/). None of them can be
 * trusted. Lists are in the order of the envelope: the last thrown error and the innermost place come last.
 */
export const eventSchema = z.object({
  event_id: z
    .string()
    .regex(/^[\da-f]{32}$/i)
    .toLowerCase(),
  timestamp: time,
  release: text(100),
  transaction: text(300),
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
export type SentEvent = z.output<typeof eventSchema>
