import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { MINUTE_MS } from './limits.ts'
import {
  VISIT_LIST_ENTRIES_MAX,
  VISIT_SECONDS_MAX,
  VISIT_TEXT_LENGTH_MAX,
  VISITS_PATH,
  VISITS_PER_MESSAGE_MAX,
  type Visit,
} from './visits.ts'

const text = z.string().max(VISIT_TEXT_LENGTH_MAX)
/** Matches a path without query and fragment. Excludes characters that databases refuse, such as lone surrogates. */
export const visitPathPattern = /^\/[^\s?#\p{C}]*$/u
const path = text.regex(visitPathPattern)

const visit = z.object({
  path,
  isNew: z.boolean(),
  seconds: z.int().min(0).max(VISIT_SECONDS_MAX),
  isRead: z.boolean(),
  from: text,
  searches: z.array(text).max(VISIT_LIST_ENTRIES_MAX),
  pictures: z.array(text).max(VISIT_LIST_ENTRIES_MAX),
}) satisfies z.ZodType<Visit>

/**
 * A message with the visits of a reader, the oldest first. The browser sends it as text when the reader leaves the
 * tab.
 */
export const visitMessageSchema = z.array(visit).min(1).max(VISITS_PER_MESSAGE_MAX)

/** Counts visits. Visits of robots, and of browsers with DNT or Sec-GPC, get the same reply but are not counted. */
export const receiveVisits = defineEndpoint({
  method: 'POST',
  path: VISITS_PATH,
  access: 'anyone',
  body: z.instanceof(Uint8Array, { error: 'must be a message about visits' }),
  replies: { 204: z.undefined() },
  errors: ['bad_request', 'foreign_origin', 'payload_too_large'],
  limits: [{ per: 'address', max: 120, windowMs: MINUTE_MS }],
})

/**
 * `visits`: how often the page was opened. `readers`: the number of different readers on each day, summed over the
 * days. `ends`: how often the end of the text came into view. `seconds`: how long the page was visible.
 */
const sums = z.object({ visits: z.int(), readers: z.int(), ends: z.int(), seconds: z.int() })
export type VisitSums = z.output<typeof sums>

/** The days of the statistics are days of UTC, as in `2026-11-21`. */
const day = z.iso.date()

/**
 * The kinds of names that are counted: sites that link here, searches without a result, URLs without a page, and broken
 * pictures.
 */
export const topListKinds = ['referrer', 'search', 'missing', 'picture'] as const
export type TopListKind = (typeof topListKinds)[number]

/** `page`: the page that has the broken picture, or from which the missing URL was opened; can be empty. */
const named = z.object({ name: z.string(), page: z.string(), count: z.int() })
export type TopListRow = z.output<typeof named>

/** The periods that the desk can show, in days. */
export const statisticsPeriodsInDays = [30, 365] as const
export type StatisticsPeriodDays = (typeof statisticsPeriodsInDays)[number]

/**
 * Returns the statistics of the whole site or of one page for the last `days` days. Each list has the largest counts
 * first, and at most `STATISTICS_ROWS_MAX` rows.
 */
export const getStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/desk/statistics',
  access: 'admin',
  query: z.object({
    days: z.enum(statisticsPeriodsInDays.map(String) as [`${StatisticsPeriodDays}`]).default('30'),
    /** The path of the page; without it, the figures cover the whole site. */
    page: path.optional(),
  }),
  replies: {
    200: z.object({
      /** Every day, the oldest first. */
      days: z.array(sums.extend({ day })),
      total: sums,
      /** The pages, those with the most readers first; empty when the statistics are of one page. */
      pages: z.array(sums.extend({ path: z.string(), title: z.string() })),
      names: z.record(z.enum(topListKinds), z.array(named)),
    }),
  },
  errors: ['bad_request'],
})

/** The maximum number of rows of each list at the desk. */
export const STATISTICS_ROWS_MAX = 50
