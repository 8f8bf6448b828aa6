import type { Page } from '@playwright/test'
import { REPORTS_PATH } from '#contract/report-rates.ts'
import { expect } from './test.ts'

/** One thing in an envelope: https://develop.sentry.dev/sdk/data-model/envelopes/ */
export interface Sent {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the SDK has written, looked into by the tests.
  body: any
}

/** What is in an envelope that the page has sent. */
export function readEnvelope(text: string): Sent[] {
  const [, ...lines] = text.split('\n')
  const sent: Sent[] = []
  for (let at = 0; at + 1 < lines.length; at += 2)
    sent.push({ type: JSON.parse(lines[at] ?? '').type, body: JSON.parse(lines[at + 1] ?? '') })
  return sent
}

/** Takes what the page reports in the server's place. @returns all of it, as it comes */
export async function takeReports(page: Page, settings = { replays: false }): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route(`**${REPORTS_PATH}/settings`, (route) => route.fulfill({ json: settings }))
  await page.route(`**${REPORTS_PATH}?*`, (route) => {
    sent.push(...readEnvelope(route.request().postData() ?? ''))
    return route.fulfill({ json: {} })
  })
  await page.route(`**${REPORTS_PATH}`, (route) => {
    sent.push(...readEnvelope(route.request().postData() ?? ''))
    return route.fulfill({ json: {} })
  })
  return sent
}

/** Waits until the page has loaded what reports errors. */
export const reporterLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/reporter-')))

/** The errors among what was sent. */
export const errorsIn = (sent: Sent[]) => sent.filter(({ type }) => type === 'event').map(({ body }) => body)

/** Lets a few turns of the page go by, in which a report too many would be sent. */
export const settle = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(page.locator('html')).toBeAttached()
}
