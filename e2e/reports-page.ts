import type { Page } from '@playwright/test'
import { ERROR_REPORT_SETTINGS_PATH, ERROR_REPORTS_PATH } from '#contract/report-rates.ts'

/** An item of an envelope: https://develop.sentry.dev/sdk/data-model/envelopes/ */
export interface EnvelopeItem {
  type: string
  /** The header of the item's envelope. */
  header: { trace?: { sample_rate?: string } }
  body: ReportedEvent
}

/** The fields of a reported error, page load or recording that the tests read. */
export interface ReportedEvent {
  environment: string
  release: string
  transaction?: string
  request: { url: string; headers: Record<string, string> }
  user?: { id?: string; username?: string; email?: string }
  exception: { values: { type: string; value: string; stacktrace?: { frames: unknown[] } }[] }
  breadcrumbs?: { category: string; message?: string }[]
}

/** Parses the text of an envelope into its items. */
export function parseReportEnvelope(text: string): EnvelopeItem[] {
  const [header = '{}', ...lines] = text.split('\n')
  const sent: EnvelopeItem[] = []
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const { type } = JSON.parse(lines[at] ?? '')
    sent.push({ type, header: JSON.parse(header), body: JSON.parse(lines[at + 1] ?? '') })
    // A recording takes up two lines of the envelope.
    if (type === 'replay_recording') at++
  }
  return sent
}

/** Intercepts the page's reports, so that the server gets none. @returns a list to which each report is added */
export async function interceptReports(page: Page, settings = { replays: false }): Promise<EnvelopeItem[]> {
  const sent: EnvelopeItem[] = []
  await page.route(`**${ERROR_REPORT_SETTINGS_PATH}`, (route) => route.fulfill({ json: settings }))
  await page.route(`**${ERROR_REPORTS_PATH}`, (route) => {
    sent.push(...parseReportEnvelope(route.request().postData() ?? ''))
    return route.fulfill({ json: {} })
  })
  return sent
}

/** Lists the messages of the reported errors. */
export const listReportedErrorMessages = (sent: EnvelopeItem[]): string[] =>
  selectErrorEvents(sent).map(({ exception }) => exception.values.at(-1)?.value ?? '')
export const selectErrorEvents = (sent: EnvelopeItem[]): ReportedEvent[] =>
  sent.filter(({ type }) => type === 'event').map(({ body }) => body)

const reporter = '**/assets/reporter-*.js'

/** Waits until the error reporter has loaded and run. */
export async function waitForReporter(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/reporter-')),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Holds back the script of the error reporter. @returns a function that lets it load */
export async function holdBackReporterScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(reporter, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Throws an uncaught error on the page. */
export const throwErrorOnPage = (page: Page, message: string): Promise<void> =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new Error(words)
    })
  }, message)
