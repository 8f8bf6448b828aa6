import * as z from 'zod'
import { SECOND_MS } from '#contract/limits.ts'
import { scrubText } from './scrub.ts'

const FRAMES_MAX = 50
const BREADCRUMBS_MAX = 30
/** What was thrown and five causes. */
const EXCEPTIONS_MAX = 6
/** Longer words are cut before they are scrubbed: patterns take their time. */
const SCRUBBED_LENGTH_MAX = 4_000

/** Anything that is no string counts as none; what Postgres would not take, or is no character, goes. */
const words = (max: number) =>
  z
    .string()
    .catch('')
    .transform((text) =>
      scrubText(text.slice(0, SCRUBBED_LENGTH_MAX)).slice(0, max).replaceAll('\0', '').toWellFormed(),
    )
const count = z.int().nonnegative().max(10_000_000).nullable().catch(null)
/** Seconds since 1970, or ISO 8601, as milliseconds. */
const time = z
  .union([z.number().transform((seconds) => seconds * SECOND_MS), z.string().max(40).transform(Date.parse)])
  .pipe(z.number().min(0).max(8.64e15))
  .transform(Math.round)
  .nullable()
  .catch(null)

/** The last of a list come last in the envelope and matter most; what is none of them is left out. */
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
/** An object, or an empty one in place of anything else. */
const part = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

const frame = z.object({ filename: words(400), function: words(200), lineno: count, colno: count })
const exception = z.object({
  type: words(100),
  value: words(2_000),
  stacktrace: part({ frames: last(frame, FRAMES_MAX) }),
})
const breadcrumb = z.object({
  timestamp: time,
  category: words(60),
  message: words(500),
  data: part({ method: words(10), url: words(300), status_code: count, from: words(300), to: words(300) }),
})

/**
 * What is kept of an event (https://develop.sentry.dev/sdk/data-model/event-payloads/): nothing else of it is looked at.
 * Nobody vouches for any of it. Lists are in the order of the envelope: what was thrown last, the innermost place last.
 */
export const eventSchema = z.object({
  event_id: z
    .string()
    .regex(/^[\da-f]{32}$/i)
    .toLowerCase(),
  timestamp: time,
  release: words(100),
  transaction: words(300),
  message: words(2_000),
  logentry: part({ formatted: words(2_000), message: words(2_000) }),
  exception: part({ values: last(exception, EXCEPTIONS_MAX) }),
  request: part({ url: words(500) }),
  user: z
    .object({
      id: z
        .union([z.string(), z.number().transform(String)])
        .pipe(words(100))
        .catch(''),
      name: words(100),
      username: words(100),
      email: words(254),
    })
    .nullable()
    .catch(null),
  breadcrumbs: z.preprocess(
    // Older reporters wrap them.
    (value) => (Array.isArray(value) ? value : (value as { values?: unknown } | null | undefined)?.values),
    last(breadcrumb, BREADCRUMBS_MAX),
  ),
})
export type SentEvent = z.output<typeof eventSchema>
