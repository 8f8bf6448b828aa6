import type { Page, Request } from '@playwright/test'
import { waitForApplication, waitForLiveConnection } from './test.ts'

/** In the budgets a kilobyte has 1,000 bytes. */
export const kB = 1000

/** One file that came over the wire. */
export interface Transfer {
  type: string
  url: string
  bytes: number
}

/**
 * Loads a page cold and lists what came over the wire until the application had taken over and the live connection, which
 * is the last that a page asks for by itself but what reports errors, was there.
 * @param whole waits for what else belongs to the page
 */
export async function loadPageCold(page: Page, path: string, whole = async () => {}): Promise<Transfer[]> {
  const finished: Request[] = []
  const onFinished = (request: Request) => finished.push(request)
  page.on('requestfinished', onFinished)
  await page.goto(path)
  await waitForApplication(page)
  await waitForLiveConnection(page)
  await page.evaluate(() => document.fonts.ready)
  await whole()
  // A request that is repeated later may finish when the page is closed, and then has no sizes.
  page.off('requestfinished', onFinished)
  const own = finished.filter((request) => !request.url().startsWith('data:'))
  return Promise.all(
    own.map(async (request) => ({
      type: request.resourceType(),
      url: request.url(),
      bytes: (await request.sizes()).responseBodySize,
    })),
  )
}

/** Adds up the bytes of one type. */
export const sumBytes = (transfers: Transfer[], type: string): number =>
  transfers.filter((transfer) => transfer.type === type).reduce((total, { bytes }) => total + bytes, 0)

/** Loaded when the application has taken over and the browser is idle; it has a budget of its own. */
export const liveConnectionFiles = /\/assets\/live-connection-/
/** The same for what reports errors. */
export const reporterFiles = /\/assets\/reporter-/
/** The same for comments: loaded when the reader comes near, which on a short page they are from the start. */
export const commentsFiles = /\/assets\/(comments|send-waiting|stored-value|markup|form|when)-/
/** The same for what finds out whether the site takes cards, and loads the provider's script (card-payment.spec.ts). */
export const cardPaymentFiles = /\/assets\/(card-payments|pure)-/
const late = new RegExp(
  [liveConnectionFiles, reporterFiles, commentsFiles, cardPaymentFiles].map(({ source }) => source).join('|'),
)

/** Compares a page with the budgets of ARCHITECTURE.md. @returns what exceeds them */
export function findOverBudget(transfers: Transfer[]): string[] {
  const early = transfers.filter(({ url }) => !late.test(url))
  // Answers to the version check and to a block that carries a source are no part of the page.
  const own = early.filter(({ type }) => type !== 'fetch' && type !== 'image')
  const [scripts, fonts] = [sumBytes(early, 'script'), sumBytes(early, 'font')]
  return [
    ...(scripts > 100 * kB ? [`${scripts} bytes of scripts`] : []),
    ...(fonts > 45 * kB ? [`${fonts} bytes of fonts`] : []),
    ...(own.length > 12 ? [`${own.length} requests: ${own.map(({ url }) => url).join(' ')}`] : []),
  ]
}
