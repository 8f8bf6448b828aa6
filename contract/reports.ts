import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { CSP_REPORT_BYTES_MAX, ERROR_REPORT_BYTES_MAX, MINUTE_MS } from './limits.ts'
import { CSP_REPORTS_PATH, ERROR_REPORT_SETTINGS_PATH, ERROR_REPORTS_PATH } from './report-rates.ts'

const nothing = z.undefined()
const ms = z.int()
const id = z.object({ id: z.uuid() })

/**
 * Receives an error report: an envelope of https://develop.sentry.dev/sdk/data-model/envelopes/ with any Content-Type
 * (S7.16).
 */
export const receiveErrorReport = defineEndpoint({
  method: 'POST',
  path: ERROR_REPORTS_PATH,
  access: 'anyone',
  body: z.instanceof(Uint8Array, { error: 'must be an envelope' }),
  bodyLimit: ERROR_REPORT_BYTES_MAX,
  replies: { 200: z.object({}) },
  errors: ['report_unreadable', 'foreign_origin', 'payload_too_large'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

/** Receives a browser's report of a violation of the Content-Security-Policy (Content Security Policy Level 3, 5.3). */
export const receiveCspReport = defineEndpoint({
  method: 'POST',
  path: CSP_REPORTS_PATH,
  access: 'anyone',
  body: z.instanceof(Uint8Array, { error: 'must be a report' }),
  bodyLimit: CSP_REPORT_BYTES_MAX,
  replies: { 204: nothing },
  errors: ['report_unreadable', 'foreign_origin', 'payload_too_large'],
  limits: [{ per: 'address', max: 60, windowMs: MINUTE_MS }],
})

/** Returns the settings that a page fetches after its first error. */
export const getErrorReportSettings = defineEndpoint({
  method: 'GET',
  path: ERROR_REPORT_SETTINGS_PATH,
  access: 'anyone',
  /**
   * `replays`: whether the page should send recordings. The desk cannot show recordings, but the service behind
   * SENTRY_DSN can.
   */
  replies: { 200: z.object({ replays: z.boolean() }) },
})
export type ErrorReportSettings = z.output<(typeof getErrorReportSettings)['replies'][200]>

/**
 * The states of an error. A resolved error that occurs again is reopened. A muted error is counted, but admins are not
 * notified.
 */
export const errorStates = ['open', 'resolved', 'muted'] as const
export type ErrorState = (typeof errorStates)[number]

/** Reports of the same error: same type and same location in the source code. */
export const errorGroupSchema = z.object({
  id: z.string(),
  /** The type and message, as in `TypeError: x is undefined`. */
  title: z.string(),
  /** Where the error was thrown, as in `web/menu/menu.tsx in open`; empty when unknown. */
  place: z.string(),
  side: z.enum(['browser', 'server']),
  state: z.enum(errorStates),
  count: z.int(),
  firstSeenAt: ms,
  lastSeenAt: ms,
  firstRelease: z.string(),
  lastRelease: z.string(),
})
export type ErrorGroup = z.output<typeof errorGroupSchema>

/** A stack frame. The frames of an error are listed innermost first. */
const frame = z.object({
  function: z.string(),
  file: z.string(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** Whether the frame is in the site's own code. */
  own: z.boolean(),
  /** The lines of code around the frame, and the line number of the first of them; null when unknown. */
  source: z.object({ first: z.int(), lines: z.array(z.string()) }).nullable(),
})
export type MappedStackFrame = z.output<typeof frame>

export const storedErrorEventSchema = z.object({
  id: z.string(),
  at: ms,
  release: z.string(),
  /** The thrown error, then its causes. */
  exceptions: z.array(z.object({ type: z.string(), message: z.string(), frames: z.array(frame) })),
  /** The URL of the page or the API call, without parts that may be secret. */
  url: z.string(),
  /**
   * The id of the failed request. Empty for an error of a page, and for a report that an earlier version of the site
   * stored without an id.
   */
  requestId: z.string().default(''),
  /** The browser and its system, such as "Chrome on Windows". */
  client: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** Events before the error, oldest first. */
  breadcrumbs: z.array(z.object({ at: ms.nullable(), category: z.string(), message: z.string() })),
})
export type StoredErrorEvent = z.output<typeof storedErrorEventSchema>

export const listErrorGroups = defineEndpoint({
  method: 'GET',
  path: '/api/desk/errors',
  access: 'admin',
  query: z.object({
    state: z.enum([...errorStates, 'all']).default('open'),
    search: z.string().max(200).default(''),
    /**
     * The position where the previous part of the list ended. Errors are sorted by their last occurrence, latest first.
     */
    cursor: z.string().max(100).optional(),
  }),
  replies: {
    200: z.object({
      errors: z.array(errorGroupSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      counts: z.object({ open: z.int(), resolved: z.int(), muted: z.int() }),
      /** Whether reports are forwarded to the service behind SENTRY_DSN instead of being stored. */
      passedOn: z.boolean(),
    }),
  },
  errors: ['bad_request'],
})

/** Returns an error with its latest reports, newest first. */
export const getError = defineEndpoint({
  method: 'GET',
  path: '/api/desk/errors/:id',
  access: 'admin',
  params: id,
  replies: {
    200: z.object({ error: errorGroupSchema, events: z.array(storedErrorEventSchema), damaged: damagedRowsSchema }),
  },
  errors: ['not_found'],
})

export const setErrorState = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/errors/:id/state',
  access: 'admin',
  params: id,
  body: z.object({ state: z.enum(errorStates) }),
  replies: { 200: errorGroupSchema },
  errors: ['not_found'],
})

/** Deletes an error and its reports. */
export const deleteError = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/errors/:id',
  access: 'admin',
  params: id,
  replies: { 204: nothing },
  errors: ['not_found', 'proof_required', 'protection_required'],
})
