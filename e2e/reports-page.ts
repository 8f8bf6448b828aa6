import type { Page } from '@playwright/test'
import { REPORT_SETTINGS_PATH, REPORTS_PATH } from '#contract/report-rates.ts'

/** One thing in an envelope: https://develop.sentry.dev/sdk/data-model/envelopes/ */
export interface EnvelopeItem {
  type: string
  /** Of the envelope that it came in. */
  header: { trace?: { sample_rate?: string } }
  body: ReportedEvent
}

/** What the tests look at of an event, a page load or the facts of a recording. */
export interface ReportedEvent {
  environment: string
  release: string
  transaction?: string
  request: { url: string; headers: Record<string, string> }
  user?: { id?: string; username?: string; email?: string }
  exception: { values: { type: string; value: string; stacktrace?: { frames: unknown[] } }[] }
  breadcrumbs?: { category: string; message?: string }[]
}

/** What is in an envelope. */
export function readEnvelope(text: string): EnvelopeItem[] {
  const [header = '{}', ...lines] = text.split('\n')
  const sent: EnvelopeItem[] = []
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const { type } = JSON.parse(lines[at] ?? '')
    sent.push({ type, header: JSON.parse(header), body: JSON.parse(lines[at + 1] ?? '') })
    // A recording, which is in two lines.
    if (type === 'replay_recording') at++
  }
  return sent
}

/** Takes what the page reports in the server's place. @returns all of it, as it comes */
export async function collectReports(page: Page, settings = { replays: false }): Promise<EnvelopeItem[]> {
  const sent: EnvelopeItem[] = []
  await page.route(`**${REPORT_SETTINGS_PATH}`, (route) => route.fulfill({ json: settings }))
  await page.route(`**${REPORTS_PATH}`, (route) => {
    sent.push(...readEnvelope(route.request().postData() ?? ''))
    return route.fulfill({ json: {} })
  })
  return sent
}

/** The errors among what was sent, by what they say. */
export const listErrorMessages = (sent: EnvelopeItem[]): string[] =>
  listErrors(sent).map(({ exception }) => exception.values.at(-1)?.value ?? '')
export const listErrors = (sent: EnvelopeItem[]): ReportedEvent[] =>
  sent.filter(({ type }) => type === 'event').map(({ body }) => body)

const reporter = '**/assets/reporter-*.js'

/** Waits until what reports errors is there and has been run. */
export async function waitForReporter(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/reporter-')),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Holds back what reports errors. @returns what lets it come */
export async function delayReporter(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(reporter, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Throws on the page, outside of all that could catch it. */
export const throwErrorOnPage = (page: Page, message: string): Promise<void> =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new Error(words)
    })
  }, message)
