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
import { denyUrls, ignoreErrors } from './noise.ts'
import { reportPageLoad } from './page-load.ts'
import { scrubbed, scrubbedEvent } from './scrub.ts'
import { transport } from './transport.ts'
import { asksForPrivacy } from './wishes.ts'

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
  const personal = SEND_DEFAULT_PII && !asksForPrivacy()
  let reports = 0
  const client = new BrowserClient({
    // No one but the site: it passes reports on where its owner wants that.
    dsn: `${location.protocol}//site@${location.host || 'localhost'}/1`,
    tunnel: serverAddress(REPORTS_PATH),
    transport,
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
    beforeBreadcrumb: scrubbed,
    beforeSend: (event) => {
      if (++reports > REPORTS_PER_LOAD) return null
      if (reports === 1 && personal) record(client)
      return event
    },
  })
  getCurrentScope().setClient(client)
  client.init()
  // Of everything that is sent, recordings and timings too.
  client.addEventProcessor(scrubbedEvent)
  if (personal) {
    tellUser(useSession.getState())
    useSession.subscribe(tellUser)
  }
  hearErrors(report)
  reportPageLoad()
}

const tellUser = ({ user }: { user: AuthUser | null }) =>
  setUser(user && { id: user.id, username: user.user, email: user.email })

function report({ error, by, event, components }: Caught): void {
  const mechanism = { type: by === 'caught' ? 'react' : `on${by}`, handled: by === 'caught' }
  if (components) captureReactException(error, { componentStack: components }, { mechanism })
  else if (error instanceof Object) captureException(error, { mechanism })
  else captureEvent(wordsOf(error, mechanism, event))
}

/** What was thrown without being an error, or kept from the page, has no stack: only what it says, and the place. */
function wordsOf(error: unknown, mechanism: { type: string; handled: boolean }, event?: ErrorEvent) {
  const type = mechanism.type === 'onunhandledrejection' ? 'UnhandledRejection' : 'Error'
  const value = error === null || error === undefined ? (event?.message ?? String(error)) : String(error)
  const frame = event?.filename && { filename: event.filename, lineno: event.lineno, colno: event.colno, in_app: true }
  return {
    level: 'error' as const,
    exception: { values: [{ type, value, mechanism, ...(frame && { stacktrace: { frames: [frame] } }) }] },
  }
}

/** The session has had an error: it is recorded where recordings are of use (S9.04). Without them the report says enough. */
async function record(client: BrowserClient): Promise<void> {
  try {
    const { replays }: ReportSettings = await (await fetch(serverAddress(REPORT_SETTINGS_PATH))).json()
    if (replays) (await import('./recording.ts')).recordSession(client)
  } catch {
    // The site is away, and so would the recording be.
  }
}
