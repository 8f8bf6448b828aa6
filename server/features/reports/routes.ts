import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { CSP_REPORT_BYTES_MAX } from '#contract/limits.ts'
import * as calls from '#contract/reports.ts'
import { receiveCspReport } from '#contract/reports.ts'
import type { Database } from '../../db/database.ts'
import type { EventBus } from '../../events/events.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { deleteError, getErrorGroup, listErrorGroups, listEventsOfError, setErrorState } from './desk-errors.ts'
import { parseEnvelope, parseReportJson, wrapEventInEnvelope } from './envelope.ts'
import type { ErrorCollector, ReportContext } from './reports.ts'

/** Receives the reports of pages (S7.16). The origin is checked first, and the bytes are never decompressed. */
export function reportIntakeRoutes(
  scope: FastifyInstance,
  bind: BindEndpoint,
  { reports, origins }: { reports: ErrorCollector; origins: readonly string[] },
): void {
  scope.addHook('onRequest', async ({ headers: { origin = '' } }) => {
    if (!origins.includes(origin)) throw new Refusal('foreign_origin')
  })
  bind(calls.receiveErrorReport, async ({ body, client: { address, userAgent } }) => {
    const limits = await reports.take(parseEnvelope(body), { address, userAgent })
    return { status: 200, body: {}, ...(limits && { headers: { 'x-sentry-rate-limits': limits } }) }
  })
}

/** Adds the settings of error reports, and the calls with which the desk handles errors (S6.04). */
export function deskErrorRoutes(
  bind: BindEndpoint,
  { db, reports, events }: { db: Database; reports: ErrorCollector; events: EventBus },
): void {
  bind(calls.getErrorReportSettings, () => ({ replays: reports.passesOn }))

  bind(calls.listErrorGroups, async ({ query }) => ({
    ...(await listErrorGroups(db, query)),
    passedOn: reports.passesOn,
  }))
  bind(calls.getError, async ({ params: { id } }) => {
    const error = await getErrorGroup(db, id)
    const { shown: events, damaged } = await listEventsOfError(db, id)
    return { error, events, damaged }
  })
  bind(calls.setErrorState, async ({ params: { id }, body, actor }) => {
    const error = await setErrorState(db, actor, id, body.state)
    await events.publish(db, 'errors.changed')
    return error
  })
  bind(calls.deleteError, async ({ params: { id }, actor }) => {
    await deleteError(db, actor, id)
    await events.publish(db, 'errors.changed')
  })
}

const text = z.string().catch('')
const count = z.int().nullable().catch(null)

/** A browser's report of a violation of the Content-Security-Policy: Content Security Policy Level 3, 5.3. */
const reportSchema = z.object({
  'csp-report': z.object({
    'document-uri': z.url(),
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': text,
    'source-file': text,
    'line-number': count,
    'column-number': count,
  }),
})
type Violation = z.output<typeof reportSchema>['csp-report']

/**
 * Receives reports of violations of the Content-Security-Policy (`report-uri`) as errors of browsers. Their content is
 * not trusted.
 */
export function cspReportRoutes(
  bind: BindEndpoint,
  { reports, origins, build }: Pick<ReportContext, 'origins' | 'build'> & { reports: ErrorCollector },
): void {
  bind(receiveCspReport, async ({ body, client: { address, userAgent } }) => {
    const parsed = reportSchema.safeParse(parseReportJson(body, CSP_REPORT_BYTES_MAX))
    if (!parsed.success) throw new Refusal('report_unreadable')
    const violation = parsed.data['csp-report']
    if (!origins.includes(new URL(violation['document-uri']).origin)) throw new Refusal('foreign_origin')
    if (!isOfExtension(violation)) {
      await reports.take(wrapEventInEnvelope({ ...eventOf(violation), release: build.version }), { address, userAgent })
    }
  })
}

const isOfExtension = (violation: Violation): boolean =>
  [violation['blocked-uri'], violation['source-file']].some((address) => /^[a-z-]+-extension\b/.test(address))

/**
 * Returns a violation as an error: `Refused script-src-elem: https://…`, with its location in the source code. When the
 * HTML of a page has caused it, the blocked host, or a word such as `inline`, is named in place of the page. Some
 * programs of readers add the same script to every page, and each page would be an error of its own.
 */
function eventOf(violation: Violation) {
  const { 'document-uri': page, 'source-file': file, 'line-number': lineno, 'column-number': colno } = violation
  const blocked = violation['blocked-uri']
  const [source = ''] = /^[\w+.-]+(:\/\/[^/?#]+)?/.exec(blocked) ?? []
  const filename = file === '' || file === page ? source : file
  const thrown = {
    type: `Refused ${violation['effective-directive']}`,
    value: blocked,
    stacktrace: { frames: filename ? [{ filename, function: '?', lineno, colno }] : [] },
  }
  return { platform: 'javascript', request: { url: page }, exception: { values: [thrown] } }
}
