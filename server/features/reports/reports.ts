import type { FastifyBaseLogger } from 'fastify'
import { REPORT_EVENT_BYTES_MAX } from '#contract/limits.ts'
import type { Database } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Events } from '../../events/events.ts'
import { deviceOf } from '../../http/device.ts'
import { Refusal } from '../../http/failures.ts'
import type { Dsn } from './dsn.ts'
import { type Envelope, jsonOf } from './envelope.ts'
import { eventSchema } from './event.ts'
import { createReportSender, type Sender } from './pass-on.ts'
import { createReport } from './report.ts'
import { type ErrorContext, envelopeOf } from './server-error.ts'
import { type SourceMapOptions, sourceMaps } from './source-maps.ts'
import { storeReport } from './store-report.ts'

export interface ReportContext extends SourceMapOptions {
  db: Database
  /** The main origin of the site, for links in mails. */
  origin: string
  /** The service that gets all reports; with it, none are stored here. */
  dsn: Dsn | null
  events: Events
  log: FastifyBaseLogger
}

/** Handles the error reports of pages and of this server. */
export interface Reports {
  passesOn: boolean
  /**
   * Stores the report of a page, or passes it on.
   * @returns the X-Sentry-Rate-Limits of the answer, or an empty text
   * @throws {Refusal} report_unreadable, payload_too_large
   */
  take: (envelope: Envelope, sender: Sender) => Promise<string>
  /**
   * Reports an error of this process, each error once. It never fails; an error that cannot be reported is only logged.
   */
  serverError: (error: unknown, context: ErrorContext) => Promise<void>
  /** Resolves when running reports are stored or passed on, or after some seconds. */
  close: () => Promise<void>
}

/** Creates the handler of error reports. */
export function createReports(context: ReportContext): Reports {
  const { db, dsn, events, version, origin, log } = context
  const placeFrames = sourceMaps(context)
  const passOn = dsn && createReportSender(dsn, log)
  const reportedErrors = new WeakSet<object>()
  const underWay = new Set<Promise<void>>()

  /** @param reporter the address of the browser, or null for this server */
  async function store({ items }: Envelope, client: string, reporter: string | null): Promise<void> {
    // Sessions, timings and recordings are only for services that show them.
    const item = items.find(({ header }) => header.type === 'event')
    if (!item) return
    const event = eventSchema.safeParse(jsonOf(item.payload, REPORT_EVENT_BYTES_MAX))
    if (!event.success) throw new Refusal('report_unreadable')
    const report = await createReport(event.data, {
      side: reporter === null ? 'server' : 'browser',
      client,
      placeFrames,
    })
    if (await storeReport(db, report, reporter, origin)) await events.publish(db, 'errors.changed')
  }

  async function report(error: unknown, errorContext: ErrorContext): Promise<void> {
    try {
      const envelope = envelopeOf(error, version, errorContext)
      if (passOn) passOn.send(envelope, { address: null, userAgent: '' })
      else await store(envelope, `Node ${process.versions.node}`, null)
    } catch (err) {
      log.error({ err }, 'an error could not be reported')
    }
  }

  return {
    passesOn: passOn !== null,
    take: async (envelope, sender) => {
      if (passOn) return passOn.send(envelope, sender)
      await store(envelope, deviceOf(sender.userAgent), sender.address)
      return ''
    },
    serverError: async (error, errorContext) => {
      // Reports are stored in the same database; callers log its outage themselves.
      if (error instanceof DatabaseUnavailable) return
      if (typeof error === 'object' && error !== null) {
        if (reportedErrors.has(error)) return
        reportedErrors.add(error)
      }
      const reported = report(error, errorContext).finally(() => underWay.delete(reported))
      underWay.add(reported)
      await reported
    },
    close: async () => {
      await Promise.all(underWay)
      await passOn?.close()
    },
  }
}
