import type { Page, Request } from '@playwright/test'
import { hydratePage, waitForLiveConnection } from './test.ts'

/** A kilobyte of the budgets is 1,000 bytes. */
export const KILOBYTE = 1000

/** A file that the page has transferred. */
export interface Transfer {
  type: string
  url: string
  bytes: number
}

/**
 * Loads a page with an empty cache, and lists all transfers until the page is hydrated and its live connection is open.
 * @param whole called before the list ends, to wait until further parts of the page have loaded
 */
export async function listTransfersOfColdLoad(page: Page, path: string, whole = async () => {}): Promise<Transfer[]> {
  const finished: Request[] = []
  const onFinished = (request: Request) => finished.push(request)
  page.on('requestfinished', onFinished)
  await page.goto(path)
  await hydratePage(page)
  // The pages of a site without accounts have no live connection.
  if ((await page.locator('.session-button').count()) > 0) await waitForLiveConnection(page)
  await page.evaluate(() => document.fonts.ready)
  await whole()
  // Later requests are ignored, because a request that still runs when the page is closed has no sizes.
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

/** Sums up the bytes of one type. */
export const sumBytesOfType = (transfers: Transfer[], type: string): number =>
  transfers.filter((transfer) => transfer.type === type).reduce((total, { bytes }) => total + bytes, 0)

/** Matches the files of the live connection, which load when the browser is idle. They have a separate budget. */
export const liveConnectionFilePattern = /\/assets\/live-connection-/
/** Matches the files of the error reporter, which have a separate budget. */
export const reporterFilePattern = /\/assets\/reporter-/
/** Matches the files of the comments, which load when the reader scrolls near them, or at once on a short page. */
export const commentsFilePattern =
  /\/assets\/(comments|push-permission-prompt-loader|send-waiting|stored-value|comment-markup|form|relative-time)-/
/** Matches the files that check whether the site takes cards and load the provider's script (card-payment.spec.ts). */
export const cardPaymentFilePattern = /\/assets\/(card-payments|pure)-/
const late = new RegExp(
  [liveConnectionFilePattern, reporterFilePattern, commentsFilePattern, cardPaymentFilePattern]
    .map(({ source }) => source)
    .join('|'),
)

/** Compares the transfers of a page with the budgets of docs/testing.md. @returns the exceeded budgets */
export function findExceededBudgets(transfers: Transfer[]): string[] {
  const early = transfers.filter(({ url }) => !late.test(url))
  // Pictures and fetches do not count as requests. The fetches are the version check and code files.
  const own = early.filter(({ type }) => type !== 'fetch' && type !== 'image')
  const [scripts, fonts] = [sumBytesOfType(early, 'script'), sumBytesOfType(early, 'font')]
  return [
    ...(scripts > 105 * KILOBYTE ? [`${scripts} bytes of scripts`] : []),
    ...(fonts > 45 * KILOBYTE ? [`${fonts} bytes of fonts`] : []),
    ...(own.length > 12 ? [`${own.length} requests: ${own.map(({ url }) => url).join(' ')}`] : []),
  ]
}
