import type { Browser, Page } from '@playwright/test'

/** The time after the first paint in which long tasks are counted, in milliseconds. */
const WATCHED_MS = 5_000

/** The speed of a device and its network. */
export interface VisitCondition {
  name: string
  viewport: { width: number; height: number }
  /** The factor by which the processor is slowed down; 1 for none. */
  slowdown: number
  /** The delay in milliseconds, and the speeds in bytes per second. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

export const desktopCondition: VisitCondition = { name: 'desktop', viewport: { width: 1350, height: 940 }, slowdown: 1 }

/** The phone that Lighthouse simulates, with 1.6 Mbit/s down and 0.75 Mbit/s up. */
export const slowPhoneCondition: VisitCondition = {
  name: 'slow 4G, processor slowed 4×',
  viewport: { width: 412, height: 823 },
  slowdown: 4,
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

/** The waiting times of a reader, in milliseconds. */
export interface VisitTimes {
  firstPaint: number
  largestPaint: number
  /** The total blocking time: the part of each long task beyond 50 ms, summed up until 5 s after the first paint. */
  blocking: number
  /** The time in which the main thread is busy during the first visit, until at least 5 s after the first paint. */
  mainThread: number
  /** The first paint of a second visit, for which the files of the first visit are in the cache. */
  secondFirstPaint: number
}

/**
 * Visits a page by a link from another site with an empty cache, and then again with a full cache.
 * @param from a page of another site. The change of site makes the browser start a new process, as for real readers.
 */
export async function measureVisit(
  browser: Browser,
  from: string,
  url: string,
  condition: VisitCondition,
): Promise<VisitTimes> {
  const { viewport, slowdown, network } = condition
  // Only gzip is accepted, because not every nginx can send another compression.
  const context = await browser.newContext({ viewport, extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
    const firstPaint = await open(page, from, url)
    const first = await page.evaluate(watch, { firstPaint, watchedMs: WATCHED_MS })
    const { metrics } = await session.send('Performance.getMetrics')
    const work = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    return { firstPaint, ...first, mainThread: work * 1_000, secondFirstPaint: await open(page, from, url) }
  } finally {
    await context.close()
  }
}

/** Opens a page by a link from another site. @returns the time of the first paint */
async function open(page: Page, from: string, url: string): Promise<number> {
  await page.goto(from)
  await page.goto(url)
  return page.evaluate(waitForFirstPaint)
}

/** Runs in the page. @returns the time of the first paint. @throws when the page is not painted within 10 s */
const waitForFirstPaint = () =>
  new Promise<number>((resolve, reject) => {
    const observer = new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint')
      if (paint) resolve(paint.startTime)
    })
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(() => reject(new Error('The page was not painted.')), 10_000)
  })

/** Collects the other times of a visit. Runs in the page. Resolves `watchedMs` milliseconds after the first paint. */
async function watch({ firstPaint, watchedMs }: { firstPaint: number; watchedMs: number }) {
  /** Returns the existing performance entries of a type; an empty list when there are none within a second. */
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 1_000)
    })
  const end = firstPaint + watchedMs
  await new Promise((resolve) => setTimeout(resolve, end - performance.now()))
  const largestPaints = await entriesOf('largest-contentful-paint')
  const tasks = await entriesOf('longtask')
  const blocking = tasks.reduce((sum, { startTime, duration }) => {
    const inside = Math.min(startTime + duration, end) - Math.max(startTime, firstPaint)
    return sum + Math.max(0, inside - 50)
  }, 0)
  return { largestPaint: largestPaints.at(-1)?.startTime ?? firstPaint, blocking }
}
