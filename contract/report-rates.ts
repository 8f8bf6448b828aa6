/**
 * The paths and sampling rates of error reports (S7.16, S9.04). This file has no schemas, so that it stays small for
 * browsers.
 */

/** The path for error reports. Browsers send them to the site itself, which forwards them when SENTRY_DSN is set. */
export const ERROR_REPORTS_PATH = '/api/reports'
/** The path for reports of violations of the Content-Security-Policy. */
export const CSP_REPORTS_PATH = '/api/policy-reports'
export const ERROR_REPORT_SETTINGS_PATH = '/api/reports/settings'

export const REPORT_ENVIRONMENT = 'production'
/** The share of page loads whose timings are reported. */
export const TRACES_SAMPLE_RATE = 0.01
/** The share of sessions recorded from their start. */
export const REPLAYS_SESSION_SAMPLE_RATE = 0
/** The share of sessions whose recording is sent after an error. */
export const REPLAYS_ON_ERROR_SAMPLE_RATE = 1
/**
 * Whether reports contain the id, name and email of the user. When the browser requests not to be tracked, reports
 * never contain them.
 */
export const SEND_DEFAULT_PII = true

/**
 * Returns the share of page loads whose timings are reported: 0 on local hosts (S9.04).
 * @param host the host name, without the port
 */
export function chooseTracesRateByHost(host: string): number {
  return host === 'localhost' || host.startsWith('192') ? 0 : TRACES_SAMPLE_RATE
}
