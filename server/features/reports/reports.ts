import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { ERROR_EVENT_BYTES_MAX } from '#contract/limits.ts'
import { SEND_DEFAULT_PII } from '#contract/report-rates.ts'
import type { Database } from '../../db/database.ts'
import { DatabaseUnavailableError } from '../../db/unavailable.ts'
import type { EventBus } from '../../events/events.ts'
import { getRequestActor } from '../../http/actor.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { Refusal } from '../../http/failures.ts'
import type { Dsn } from './dsn.ts'
import { type Envelope, parseReportJson, wrapEventInEnvelope } from './envelope.ts'
import { createReportForwarder, type ReportClientDetails } from './pass-on.ts'
import { convertEventToErrorReport, reportedEventSchema } from './report.ts'
import { createStackFrameMapper, type SourceMapOptions } from './source-maps.ts'
import { storeReportAndNotifyAdmins } from './store-report.ts'

export interface ReportContext extends SourceMapOptions {
  db: Database
  origin: string
  /** The service that receives all reports; null when reports are stored in the database of this site. */
  dsn: Dsn | null
  events: EventBus
  log: FastifyBaseLogger
}

export type ErrorCollector = ReturnType<typeof createErrorCollector>

/** Creates the handler of error reports from pages and from this server. */
export function createErrorCollector(context: ReportContext) {
  const { db, dsn, events, build, origin, log } = context
  const placeFrames = createStackFrameMapper(context)
  const passOn = dsn && createReportForwarder(dsn, log)
  const reportedErrors = new WeakSet<object>()
  const underWay = new Set<Promise<void>>()

  /** Stores the event of an envelope. @param reporter the key of the browser's IP address, or null for this server */
  async function store({ items }: Envelope, client: string, reporter: string | null): Promise<void> {
    // Sessions, timings and recordings are not stored; only services such as Sentry show them.
    const item = items.find(({ header }) => header.type === 'event')
    if (!item) return
    const event = reportedEventSchema.safeParse(parseReportJson(item.payload, ERROR_EVENT_BYTES_MAX))
    if (!event.success) throw new Refusal('report_unreadable')
    const report = await convertEventToErrorReport(event.data, {
      side: reporter === null ? 'server' : 'browser',
      client,
      placeFrames,
    })
    if (await storeReportAndNotifyAdmins(db, report, reporter, origin)) await events.publish(db, 'errors.changed')
  }

  async function report(error: unknown, callContext: ServerErrorContext): Promise<void> {
    try {
      const envelope = createServerErrorEnvelope(error, build.version, callContext)
      if (passOn) passOn.send(envelope, { address: null, userAgent: '' })
      else await store(envelope, `Node ${process.versions.node}`, null)
    } catch (err) {
      log.error({ err }, 'an error could not be reported')
    }
  }

  return {
    passesOn: passOn !== null,
    /**
     * Stores the report of a page, or forwards it. @returns the header X-Sentry-Rate-Limits of the reply, or an empty
     * text
     */
    take: async (envelope: Envelope, sender: ReportClientDetails): Promise<string> => {
      if (passOn) return passOn.send(envelope, sender)
      await store(envelope, describeDevice(sender.userAgent), sender.address)
      return ''
    },
    /**
     * Reports an error of this process, once for each error. Never throws; an error that cannot be reported is only
     * logged.
     */
    serverError: async (error: unknown, callContext: ServerErrorContext) => {
      // Reports would be stored in the unavailable database. The callers log its outage.
      if (error instanceof DatabaseUnavailableError) return
      if (typeof error === 'object' && error !== null) {
        if (reportedErrors.has(error)) return
        reportedErrors.add(error)
      }
      const reported = report(error, callContext).finally(() => underWay.delete(reported))
      underWay.add(reported)
      await reported
    },
    /** Resolves when all running reports are stored or forwarded, or after some seconds. */
    close: async () => {
      await Promise.all(underWay)
      await passOn?.close()
    },
  }
}

/** The circumstances of an error in the server; never contains data that a caller has sent. */
export interface ServerErrorContext {
  /** The operation of the server, such as `GET /api/desk/errors/:id`. */
  operation: string
  /** The id of the request, which is also in the reply and in the log (request-id.ts). */
  requestId?: string
  user?: { id: string; name: string; email: string } | null
}

/** Returns the context of a call: its path pattern, and the caller unless the browser requests not to be tracked. */
export function readServerErrorContext(request: FastifyRequest): ServerErrorContext {
  const { method, routeOptions, headers, id: requestId } = request
  const operation = `${method} ${routeOptions.url ?? 'an unknown address'}`
  const actor = getRequestActor(request)
  if (!actor || !SEND_DEFAULT_PII || headers.dnt === '1' || headers['sec-gpc'] === '1') return { operation, requestId }
  return { operation, requestId, user: { id: actor.userId, name: actor.name, email: actor.email } }
}

/** The maximum number of errors in a chain: the thrown error and its causes. */
const CAUSES_MAX = 6

/** Returns an error of this server in the format of browsers' reports, so that the same code handles both. */
export function createServerErrorEnvelope(
  error: unknown,
  release: string,
  { operation, requestId, user }: ServerErrorContext,
): Envelope {
  return wrapEventInEnvelope({
    platform: 'node',
    level: 'error',
    release,
    transaction: operation,
    ...(requestId && { tags: { request_id: requestId } }),
    exception: { values: chainOf(error).map(exceptionOf).reverse() },
    ...(user && { user: { id: user.id, username: user.name, email: user.email } }),
  })
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let next: unknown = error; next !== undefined && next !== null; next = (next as { cause?: unknown }).cause) {
    if (chain.length === CAUSES_MAX || chain.includes(next)) break
    chain.push(next)
  }
  return chain.length === 0 ? [error] : chain
}

function exceptionOf(error: unknown) {
  if (!(error instanceof Error)) return { type: 'Thrown', value: textOf(error) }
  return {
    type: error.constructor.name || error.name,
    value: error.message,
    stacktrace: { frames: framesOf(error.stack ?? '').reverse() },
  }
}

/** Converts a thrown value to text. An object without a prototype cannot be converted, so it gets a fixed text. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown).slice(0, 1_000)
  } catch {
    return Object.prototype.toString.call(thrown)
  }
}

const FRAMES_MAX = 50
/**
 * The maximum length of a line in a stack trace. A message may contain longer lines. The time of the pattern grows with
 * the square of the length.
 */
const FRAME_LENGTH_MAX = 1_000
const framePlace = /^ {4}at (?:async )?(?:(.+?) \()?((?:file:\/\/|node:|\/|[A-Z]:\\).*?):(\d+):(\d+)\)?$/g

/** Parses a stack trace of V8, innermost frame first. */
function framesOf(stack: string) {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at ') && line.length <= FRAME_LENGTH_MAX)
  const places = lines.slice(0, FRAMES_MAX).flatMap((line) => [...line.matchAll(framePlace)])
  return places.map(([, name = '?', filename = '', line, column]) => ({
    filename,
    function: name,
    lineno: Number(line),
    colno: Number(column),
    in_app: !filename.startsWith('node:') && !filename.includes('node_modules'),
  }))
}
