import {
  BrowserClient,
  breadcrumbsIntegration,
  captureEvent,
  captureException,
  captureReactException,
  dedupeIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  getCurrentScope,
  httpContextIntegration,
  linkedErrorsIntegration,
  setUser,
  startInactiveSpan,
} from '@sentry/react'
import type { AuthUser } from '#contract/accounts.ts'
import {
  chooseTracesRateByHost,
  ERROR_REPORT_SETTINGS_PATH,
  ERROR_REPORTS_PATH,
  REPLAYS_ON_ERROR_SAMPLE_RATE,
  REPLAYS_SESSION_SAMPLE_RATE,
  REPORT_ENVIRONMENT,
  SEND_DEFAULT_PII,
} from '#contract/report-rates.ts'
import type { ErrorReportSettings } from '#contract/reports.ts'
import { useSession } from '../../api/session.ts'
import { toServerUrl } from '../../device/native.ts'
import { hasPrivacySignal } from '../../device/privacy-signals.ts'
import { type CaughtPageError, setErrorListener } from '../../kit/report-error.ts'
import { removeEventSecrets, scrubNestedUrlSecrets } from './scrub.ts'
import { createReportTransport } from './transport.ts'

const REPORTS_PER_LOAD = 20

/**
 * Reports errors to the site itself (S8.12, S7.16), beginning with the errors that were stored before the reporter was
 * loaded. All errors come through kit/report-error.ts. The SDK's own listeners are left out, so that no error is
 * reported twice.
 * @param release the version of the page
 */
export function startErrorReporter(release: string): void {
  const personal = SEND_DEFAULT_PII && !hasPrivacySignal()
  let reports = 0
  const client = new BrowserClient({
    // Reports are sent to the site. The site forwards them to Sentry if its owner has configured this.
    dsn: `${location.protocol}//site@${location.host || 'localhost'}/1`,
    tunnel: toServerUrl(ERROR_REPORTS_PATH),
    transport: createReportTransport,
    release,
    environment: REPORT_ENVIRONMENT,
    tracesSampleRate: chooseTracesRateByHost(location.hostname),
    traceLifecycle: 'static',
    replaysSessionSampleRate: REPLAYS_SESSION_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAYS_ON_ERROR_SAMPLE_RATE,
    // This option replaces sendDefaultPii of earlier versions of the SDK.
    dataCollection: { userInfo: personal, cookies: false, httpBodies: [] },
    sendClientReports: false,
    stackParser: defaultStackParser,
    ignoreErrors,
    denyUrls,
    integrations: [
      eventFiltersIntegration(),
      breadcrumbsIntegration({ xhr: false }),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
    beforeBreadcrumb: scrubNestedUrlSecrets,
    beforeSend: (event) => {
      if (++reports > REPORTS_PER_LOAD) return null
      if (reports === 1 && personal) recordWhenUseful(client)
      return event
    },
  })
  getCurrentScope().setClient(client)
  client.init()
  // Unlike beforeSend, an event processor also runs for recordings and timings.
  client.addEventProcessor(removeEventSecrets)
  if (personal) {
    setReportedUser(useSession.getState())
    useSession.subscribe(setReportedUser)
  }
  setErrorListener(report)
  reportPageLoad()
}

const setReportedUser = ({ user }: { user: AuthUser | null }) =>
  setUser(user && { id: user.id, username: user.user, email: user.email })

function report({ error, by, event, components }: CaughtPageError): void {
  const mechanism = { type: by === 'caught' ? 'react' : `on${by}`, handled: by === 'caught' }
  if (components) captureReactException(error, { componentStack: components }, { mechanism })
  else if (error instanceof Object) captureException(error, { mechanism })
  else captureEvent(toPlainEvent(error, mechanism, event))
}

/**
 * Builds an event for a thrown value that is not an Error, or whose details the browser hides. The event has only a
 * message and a location.
 */
function toPlainEvent(error: unknown, mechanism: { type: string; handled: boolean }, event?: ErrorEvent) {
  const type = mechanism.type === 'onunhandledrejection' ? 'UnhandledRejection' : 'Error'
  const value = error === null || error === undefined ? (event?.message ?? String(error)) : String(error)
  const frame = event?.filename && { filename: event.filename, lineno: event.lineno, colno: event.colno, in_app: true }
  return {
    level: 'error' as const,
    exception: { values: [{ type, value, mechanism, ...(frame && { stacktrace: { frames: [frame] } }) }] },
  }
}

/** Records the session after an error when the server wants recordings (S9.04). */
async function recordWhenUseful(client: BrowserClient): Promise<void> {
  try {
    const { replays }: ErrorReportSettings = await (await fetch(toServerUrl(ERROR_REPORT_SETTINGS_PATH))).json()
    if (replays) (await import('./recording.ts')).startSessionReplay(client)
  } catch {
    // The settings could not be fetched, so nothing is recorded. A recording could not be sent either while the site is
    // unreachable.
  }
}

/**
 * Messages of errors that are not faults of the site: a request without a response, a script of an old version, an
 * aborted call, and warnings about ResizeObserver.
 */
const ignoreErrors = [
  /Failed to fetch/,
  /Load failed/,
  /NetworkError when attempting to fetch/,
  /Importing a module script failed/,
  /error loading dynamically imported module/,
  /Unable to preload CSS/,
  /^AbortError: /,
  /ResizeObserver loop/,
]

const denyUrls = [/^(chrome|moz|safari|safari-web|ms-browser)-extension:\/\//]

/** The steps of a page load, each with the properties of PerformanceNavigationTiming for its start and end. */
const steps = [
  ['request', 'requestStart', 'responseStart'],
  ['response', 'responseStart', 'responseEnd'],
  ['document', 'responseEnd', 'domContentLoadedEventEnd'],
  ['load', 'domContentLoadedEventEnd', 'loadEventEnd'],
] as const

/**
 * Reports how long this page took to load, at the client's sample rate (S9.04). The tracing of the SDK would add 20 kB
 * to every page, although only one page load in a hundred is reported.
 */
function reportPageLoad(): void {
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!timing || timing.loadEventEnd === 0) return
  const at = (ms: number) => (performance.timeOrigin + ms) / 1000
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const whole = startInactiveSpan({
    name: location.pathname,
    op: 'pageload',
    startTime: at(0),
    forceTransaction: true,
    attributes: { ...(paint && { 'first-contentful-paint': Math.round(paint.startTime) }) },
  })
  for (const [name, from, to] of steps)
    startInactiveSpan({ name, op: 'browser', startTime: at(timing[from]), parentSpan: whole }).end(at(timing[to]))
  whole.end(at(timing.loadEventEnd))
}
