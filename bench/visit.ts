import type { Browser } from '@playwright/test'

/** How long after the first paint long tasks are counted. */
const WATCHED_MS = 5_000

/** The waiting times of a reader, in milliseconds. */
export interface VisitTimes {
  firstPaint: number
  largestPaint: number
  /** The time of long tasks beyond 50 ms each, from the first paint to 5 s after it. */
  blocking: number
}

/**
 * Opens a page with an empty cache and returns its times when it has settled.
 * @param slowdown the factor by which the processor is slowed down; 1 for none
 */
export async function measureVisit(browser: Browser, url: string, slowdown: number): Promise<VisitTimes> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url)
    return await page.evaluate(settle, WATCHED_MS)
  } finally {
    await context.close()
  }
}

/** Runs in the page, some time after it has loaded. */
async function settle(watchedMs: number): Promise<VisitTimes> {
  /** Returns the entries so far or, without any, the first ones within the wait (ms). */
  const entriesOf = (type: string, waitMs: number, isWanted = (_: PerformanceEntry) => true) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const wanted = list.getEntries().filter(isWanted)
        if (wanted.length > 0) resolve(wanted)
      })
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), waitMs)
    })
  const [paint] = await entriesOf('paint', 10_000, ({ name }) => name === 'first-contentful-paint')
  if (!paint) throw new Error('The page was not painted.')
  const firstPaint = paint.startTime
  const end = firstPaint + watchedMs
  await new Promise((resolve) => setTimeout(resolve, end - performance.now()))
  const largestPaints = await entriesOf('largest-contentful-paint', 1_000)
  const tasks = await entriesOf('longtask', 1_000)
  const blocking = tasks.reduce((sum, { startTime, duration }) => {
    const inside = Math.min(startTime + duration, end) - Math.max(startTime, firstPaint)
    return sum + Math.max(0, inside - 50)
  }, 0)
  return { firstPaint, largestPaint: largestPaints.at(-1)?.startTime ?? firstPaint, blocking }
}
