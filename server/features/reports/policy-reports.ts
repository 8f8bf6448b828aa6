import * as z from 'zod'
import { POLICY_REPORT_BYTES_MAX } from '#contract/limits.ts'
import { receivePolicyReport } from '#contract/reports.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { Refusal } from '../../http/failures.ts'
import { eventEnvelope, jsonOf } from './envelope.ts'
import type { Reports } from './reports.ts'

const text = z.string().catch('')
const count = z.int().nullable().catch(null)

/** A browser's report of a policy violation: Content Security Policy Level 3, 5.3. */
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

interface PolicyReportOptions {
  reports: Reports
  /** The origins of the site's pages. */
  origins: readonly string[]
  /** The version of the build. */
  version: string
}

/**
 * Receives reports of policy violations (`report-uri`) as errors of browsers, with the same limits. Nothing in them can
 * be trusted. A violation by a browser extension is not an error of the site.
 * @param bind the `bind` of a scope whose bodies are bytes
 */
export function policyReportRoutes(bind: Bind, options: PolicyReportOptions): void {
  const { reports, origins, version } = options
  bind(receivePolicyReport, async ({ body, client: { address, userAgent } }) => {
    const parsed = reportSchema.safeParse(jsonOf(body, POLICY_REPORT_BYTES_MAX))
    if (!parsed.success) throw new Refusal('report_unreadable')
    const violation = parsed.data['csp-report']
    if (!origins.includes(new URL(violation['document-uri']).origin)) throw new Refusal('foreign_origin')
    if (!isOfExtension(violation)) {
      await reports.take(eventEnvelope({ ...eventOf(violation), release: version }), { address, userAgent })
    }
  })
}

const isOfExtension = (violation: Violation): boolean =>
  [violation['blocked-uri'], violation['source-file']].some((address) => /^[a-z-]+-extension\b/.test(address))

/** Returns the error for the desk: `Refused script-src-elem: https://…`, with the place in the source if known. */
function eventOf(violation: Violation) {
  const frame = {
    filename: violation['source-file'],
    function: '?',
    lineno: violation['line-number'],
    colno: violation['column-number'],
  }
  const thrown = {
    type: `Refused ${violation['effective-directive']}`,
    value: violation['blocked-uri'],
    stacktrace: { frames: frame.filename ? [frame] : [] },
  }
  return { platform: 'javascript', request: { url: violation['document-uri'] }, exception: { values: [thrown] } }
}
