/** S7.16, S9.04: where reports go, and how much is reported. Pure, so that the browser runs it. */

/** Always the site itself, which passes them on where SENTRY_DSN is set. */
export const REPORTS_PATH = '/api/reports'
/** Where browsers report what the policy refused. */
export const POLICY_REPORTS_PATH = '/api/policy-reports'
export const REPORT_SETTINGS_PATH = '/api/reports/settings'

export const REPORT_ENVIRONMENT = 'production'
/** The share of page loads whose timings are reported. */
export const TRACES_SAMPLE_RATE = 0.01
/** The share of sessions that are recorded from their start. */
export const REPLAYS_SESSION_SAMPLE_RATE = 0
/** The share of sessions with an error whose recording is sent. */
export const REPLAYS_ON_ERROR_SAMPLE_RATE = 1
/** Whether a report says who was logged in: id, name and email. Not where the browser asks not to be tracked. */
export const SEND_DEFAULT_PII = true

/** S9.04: none of a machine at home; the rest as in production. @param host the name in the address, without the port */
export function chooseTracesSampleRate(host: string): number {
  return host === 'localhost' || host.startsWith('192') ? 0 : TRACES_SAMPLE_RATE
}
