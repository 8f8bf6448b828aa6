import type { Browser, Page } from '@playwright/test'

/** The time after the first paint in which long tasks are counted. */
const WATCHED_MS = 5_000

/** A device and its network. */
export interface Condition {
  name: string
  viewport: { width: number; height: number }
  /** The factor by which the processor is slowed down; 1 for none. */
  slowdown: number
  /** Delay in milliseconds, speed in bytes a second. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

export const desktop: Condition = { name: 'desktop', viewport: { width: 1350, height: 940 }, slowdown: 1 }

/** Lighthouse's phone: 1.6 Mbit/s down, 0.75 Mbit/s up. */
export const slowPhone: Condition = {
  name: 'slow 4G, processor slowed 4×',
  viewport: { width: 412, height: 823 },
  slowdown: 4,
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

/** The waiting times of a reader, in milliseconds. */
export interface VisitTimes {
  firstPaint: number
  largestPaint: number
  /** The sum of the time beyond 50 ms of each long task, from the first paint to 5 s after it. */
  blocking: number
  /** The work of the main thread until 5 s after the first paint. */
  mainThread: number
  /** The first paint of a second visit, which finds files of the first visit in the cache. */
  secondFirstPaint: number
}

/**
 * Follows a link from another site to a page with an empty cache, and again with a full one.
 * @param from a page of another site, so that the browser starts a new process for the visit as it does for a reader
 */
export async function measureVisit(
  browser: Browser,
  from: string,
  url: string,
  condition: Condition,
): Promise<VisitTimes> {
  const { viewport, slowdown, network } = condition
  // Every nginx can send gzip.
  const context = await browser.newContext({ viewport, extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
    const first = await open(page, from, url)
    const { metrics } = await session.send('Performance.getMetrics')
    const work = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    const second = await open(page, from, url)
    return { ...first, mainThread: work * 1_000, secondFirstPaint: second.firstPaint }
  } finally {
    await context.close()
  }
}

async function open(page: Page, from: string, url: string) {
  await page.goto(from)
  await page.goto(url)
  return page.evaluate(settle, WATCHED_MS)
}

/** Runs in the page, some time after it has loaded. */
async function settle(watchedMs: number) {
  /** Returns the performance entries so far. When there are none, waits for the first entries, at most `waitMs`. */
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
