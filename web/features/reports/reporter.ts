import {
  BrowserClient,
  type BrowserOptions,
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
  makeBrowserOfflineTransport,
  makeFetchTransport,
  setUser,
  startInactiveSpan,
} from '@sentry/react'
import type { AuthUser } from '#contract/accounts.ts'
import {
  chooseTracesSampleRate,
  REPLAYS_ON_ERROR_SAMPLE_RATE,
  REPLAYS_SESSION_SAMPLE_RATE,
  REPORT_ENVIRONMENT,
  REPORT_SETTINGS_PATH,
  REPORTS_PATH,
  SEND_DEFAULT_PII,
} from '#contract/report-rates.ts'
import type { ReportSettings } from '#contract/reports.ts'
import { useSession } from '../../api/session.ts'
import { serverAddress } from '../../device/native.ts'
import { type Caught, hearErrors } from '../../kit/report-error.ts'
import { scrubEvent, scrubSecrets } from './scrub.ts'

/** More than these from one page load say nothing new. */
const REPORTS_PER_LOAD = 20

/**
 * Reports errors to the site itself (S8.12, S7.16), those first that were kept until now. Every error comes by one way
 * (kit/report-error.ts): the SDK's own listeners are left out, so that nothing is told twice.
 */
export function startReporter(): void {
  const release = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  // In development there is none: whoever develops has the console.
  if (!release) return
  const personal = SEND_DEFAULT_PII && !hasPrivacySignal()
  let reports = 0
  const client = new BrowserClient({
    // No one but the site: it passes reports on where its owner wants that.
    dsn: `${location.protocol}//site@${location.host || 'localhost'}/1`,
    tunnel: serverAddress(REPORTS_PATH),
    transport: reportTransport,
    release,
    environment: REPORT_ENVIRONMENT,
    tracesSampleRate: chooseTracesSampleRate(location.hostname),
    traceLifecycle: 'static',
    replaysSessionSampleRate: REPLAYS_SESSION_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAYS_ON_ERROR_SAMPLE_RATE,
    // What the SDK's earlier versions called sendDefaultPii.
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
    beforeBreadcrumb: scrubSecrets,
    beforeSend: (event) => {
      if (++reports > REPORTS_PER_LOAD) return null
      if (reports === 1 && personal) recordWhenUseful(client)
      return event
    },
  })
  getCurrentScope().setClient(client)
  client.init()
  // Of everything that is sent, recordings and timings too.
  client.addEventProcessor(scrubEvent)
  if (personal) {
    setReportedUser(useSession.getState())
    useSession.subscribe(setReportedUser)
  }
  hearErrors(report)
  reportPageLoad()
}

const setReportedUser = ({ user }: { user: AuthUser | null }) =>
  setUser(user && { id: user.id, username: user.user, email: user.email })

function report({ error, by, event, components }: Caught): void {
  const mechanism = { type: by === 'caught' ? 'react' : `on${by}`, handled: by === 'caught' }
  if (components) captureReactException(error, { componentStack: components }, { mechanism })
  else if (error instanceof Object) captureException(error, { mechanism })
  else captureEvent(toPlainEvent(error, mechanism, event))
}

/** What was thrown without being an error, or kept from the page, has no stack: only what it says, and the place. */
function toPlainEvent(error: unknown, mechanism: { type: string; handled: boolean }, event?: ErrorEvent) {
  const type = mechanism.type === 'onunhandledrejection' ? 'UnhandledRejection' : 'Error'
  const value = error === null || error === undefined ? (event?.message ?? String(error)) : String(error)
  const frame = event?.filename && { filename: event.filename, lineno: event.lineno, colno: event.colno, in_app: true }
  return {
    level: 'error' as const,
    exception: { values: [{ type, value, mechanism, ...(frame && { stacktrace: { frames: [frame] } }) }] },
  }
}

/** The session has had an error: it is recorded where recordings are of use (S9.04). Without them the report says enough. */
async function recordWhenUseful(client: BrowserClient): Promise<void> {
  try {
    const { replays }: ReportSettings = await (await fetch(serverAddress(REPORT_SETTINGS_PATH))).json()
    if (replays) (await import('./recording.ts')).recordSession(client)
  } catch {
    // The site is away, and so would the recording be.
  }
}

/**
 * What is no fault of the site, beside what the reporter leaves out by itself: an answer that never came, a chunk of a
 * version that is gone, a call that was given up, and what browsers say of a layout that needs another turn.
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

/** What extensions of the browser have done. */
const denyUrls = [/^(chrome|moz|safari|safari-web|ms-browser)-extension:\/\//]

/** Whether the browser asks for its reader not to be followed: Do Not Track, or Global Privacy Control. */
function hasPrivacySignal(): boolean {
  return navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

type Transport = NonNullable<BrowserOptions['transport']>

/** A proxy that answers for a site that is away is no answer. */
const direct: Transport = (options) => {
  const fetching = makeFetchTransport(options)
  return {
    ...fetching,
    send: async (envelope) => {
      const result = await fetching.send(envelope)
      if ((result.statusCode ?? 0) >= 500) throw new Error(`Answered with ${result.statusCode}`)
      return result
    },
  }
}

/**
 * Sends reports by POST (S7.16). Those that get no answer wait in the browser (IndexedDB, at most thirty) and are sent when
 * the site is back, from another page if need be.
 */
const reportTransport: Transport = (options) => {
  const waiting = makeBrowserOfflineTransport(direct)({ ...options, dbName: 'reports', flushAtStartup: true })
  return {
    ...waiting,
    send: (envelope) => {
      // What comes as text is a recording, whose addresses no event processor has seen.
      for (const item of envelope[1]) if (typeof item[1] === 'string') item[1] = scrubSecrets(item[1])
      return waiting.send(envelope)
    },
  }
}

/** The steps of a page load, by the names that the browser gives their beginning and their end. */
const steps = [
  ['request', 'requestStart', 'responseStart'],
  ['response', 'responseStart', 'responseEnd'],
  ['document', 'responseEnd', 'domContentLoadedEventEnd'],
  ['load', 'domContentLoadedEventEnd', 'loadEventEnd'],
] as const

/**
 * Reports how long this page took to load, in the share of loads that the client was given (S9.04). The SDK's own tracing
 * measures more and would cost every reader 20 kB for the one in a hundred.
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
