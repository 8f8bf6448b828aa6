import type { Page, Request } from '@playwright/test'
import { buildComment, serveFakeComments } from './fake-comments.ts'
import { watchShifts } from './layout-shifts.ts'
import { expect, hydratePage, openPage, test, waitForPaint } from './test.ts'
import {
  cardPaymentFilePattern,
  commentsFilePattern,
  findExceededBudgets,
  KILOBYTE,
  listTransfersOfColdLoad,
  liveConnectionFilePattern,
  reporterFilePattern,
  sumBytesOfType,
  type Transfer,
} from './transfers.ts'

// visits.spec.ts tests the budgets without motion. With motion, a page may load more and shift its content. A notice
// would load its own code, so these tests show no notice.
test.use({ reducedMotion: 'no-preference', hasNotice: false })

test('Home stays within the budgets of transferred bytes and requests when motion is on', async ({ page }) => {
  expect(findExceededBudgets(await listTransfersOfColdLoad(page, '/'))).toEqual([])
})

test('before any interaction, a page loads at most 30 kB of scripts and makes at most 4 requests for files other than HTML, fonts and pictures', async ({
  page,
}) => {
  // With this window size, the comments are too far below the window to load.
  await page.setViewportSize({ width: 390, height: 600 })
  for (const path of ['/', '/seefunk', '/wetterstation']) {
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    const polled = page.waitForResponse('/notifications')
    await page.goto(path)
    await (await polled).finished()
    page.removeAllListeners('request')
    const scripts = requests.filter((request) => request.resourceType() === 'script')
    const sizes = await Promise.all(scripts.map((request) => request.sizes()))
    expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(30 * KILOBYTE)
    const others = requests.filter((request) => !['document', 'font', 'image'].includes(request.resourceType()))
    expect(
      others.map((request) => new URL(request.url()).pathname).filter((name) => !name.startsWith('/assets/')),
    ).toEqual(['/api/version', '/notifications'])
    expect(others.length).toBeLessThanOrEqual(4)
    await expect(page.locator('html')).not.toHaveAttribute('data-ready')
    // The marker elements of the first script must not make the page longer, although their style rules are not loaded
    // yet.
    const pastEnd = () => document.documentElement.scrollHeight - (document.querySelector('.page')?.scrollHeight ?? 0)
    expect(await page.evaluate(pastEnd)).toBe(0)
  }
})

test('the live connection (15 kB) and the error reporter (30 kB) load only after hydration', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
      if (document.documentElement.dataset.ready !== undefined)
        document.documentElement.dataset.first ??= scripts.join()
    }).observe(document, { attributes: true, subtree: true })
  })
  const asked = [page.waitForRequest(liveConnectionFilePattern), page.waitForRequest(reporterFilePattern)]
  await page.goto('/ueber-mich')
  const sizes = asked.map(
    async (request) => (await (await (await request).response())?.request().sizes())?.responseBodySize,
  )
  expect(await sizes[0]).toBeLessThanOrEqual(15 * KILOBYTE)
  expect(await sizes[1]).toBeLessThanOrEqual(30 * KILOBYTE)
  expect(await page.locator('html').getAttribute('data-first')).toMatch(/assets\/main-/)
  expect(await page.locator('html').getAttribute('data-first')).not.toMatch(liveConnectionFilePattern)
  expect(await page.locator('html').getAttribute('data-first')).not.toMatch(reporterFilePattern)
})

test('the comments load when the reader scrolls near them, with at most 30 kB of scripts', async ({ page }) => {
  const scripts = (loaded: Transfer[]) =>
    loaded.filter(
      ({ type, url }) =>
        type === 'script' &&
        [liveConnectionFilePattern, reporterFilePattern, cardPaymentFilePattern].every((other) => !other.test(url)),
    )
  const before = scripts(await listTransfersOfColdLoad(page, '/seefunk'))
  expect(before.filter(({ url }) => commentsFilePattern.test(url))).toEqual([])
  await page.goto('about:blank')
  const list = page.locator('#comments .comment-list')
  const after = scripts(await listTransfersOfColdLoad(page, '/seefunk#comments', () => expect(list).toBeAttached()))
  const own = after.filter(({ url }) => !before.some((one) => one.url === url))
  expect(own.length).toBeGreaterThan(0)
  // The budget of a page leaves out files that match commentsFilePattern, so each file that only the comments load must
  // match it.
  expect(own.filter(({ url }) => !commentsFilePattern.test(url))).toEqual([])
  expect(sumBytesOfType(own, 'script')).toBeLessThanOrEqual(30 * KILOBYTE)
})

test('Home and an article with comments create no Intl formatter while they load, because the first formatter takes 40 ms', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const used = Object.assign(window, { used: [] as string[] }).used
    const watch = (owner: object, name: string) => {
      const original = Reflect.get(owner, name)
      const note = () => used.push(name)
      const handler: ProxyHandler<typeof original> = {
        construct: (target, args, newTarget) => note() && Reflect.construct(target, args, newTarget),
        apply: (target, self, args) => note() && Reflect.apply(target, self, args),
      }
      Reflect.set(owner, name, new Proxy(original, handler))
    }
    for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat', 'Collator'])
      watch(Intl, name)
    for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name)
    watch(Number.prototype, 'toLocaleString')
    watch(String.prototype, 'localeCompare')
  })
  const readUsed = () => page.evaluate(() => (window as unknown as { used: string[] }).used)
  const week = 7 * 24 * 3_600_000
  for (const [path, key] of [
    ['/', 'home'],
    ['/seefunk', 'seefunk'],
  ] as const) {
    const comments = [buildComment(1), buildComment(2, { createdAt: Date.now() - week })]
    await serveFakeComments(page, comments, key)
    await openPage(page, path)
    await page.locator('#comments').scrollIntoViewIfNeeded()
    await expect(page.locator('#comments time')).toHaveCount(2)
    expect(await readUsed()).toEqual([])
  }
  // The tooltip of a comment's time is formatted when the pointer is on it.
  await page.locator('#comments time').first().hover()
  expect(await readUsed()).toEqual(['DateTimeFormat'])
})

test('the fonts are preloaded, except when a round trip takes 150 ms or more', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  const preloaded = async (latency: number) => {
    const network = { offline: false, latency, downloadThroughput: 1e7, uploadThroughput: 1e7 }
    await session.send('Network.emulateNetworkConditions', { ...network, connectionType: 'cellular4g' })
    await page.goto('/seefunk')
    return page.locator('link[rel=preload][as=font]').count()
  }
  expect(await preloaded(100)).toBe(2)
  expect(await preloaded(150)).toBe(0)
})

for (const [name, path] of [
  ['home', '/'],
  ['an article', '/seefunk'],
  ['pictures', '/wetterstation'],
] as const) {
  test(`when fonts arrive late, nothing moves on ${name} at 390 and 1440 px; only subsets of fonts are loaded`, async ({
    browser,
    baseURL,
  }) => {
    for (const width of [390, 1440]) {
      // A new browser context has an empty cache, so the fonts are fetched again.
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        serviceWorkers: 'block',
        viewport: { width, height: 900 },
      })
      const readShift = await watchShifts(page)
      const painted = Promise.withResolvers<void>()
      const fonts: string[] = []
      await page.route(/\.woff2$/, async (route) => {
        fonts.push(new URL(route.request().url()).pathname)
        await painted.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      painted.resolve()
      await hydratePage(page)
      await page.evaluate(() => document.fonts.ready)
      const widths = await readLineWidths(page)
      await addStyleSheetOutOfOrder(page)
      await waitForPaint(page)
      expect(await readShift()).toBeLessThan(0.001)
      expect(await readLineWidths(page)).toEqual(widths)
      expect(fonts).not.toEqual([])
      expect(fonts.filter((file) => !file.includes('-used-'))).toEqual([])
      await page.close()
    }
  })
}

const readLineWidths = (page: Page) =>
  page.locator('h1, main p').evaluateAll((elements) =>
    elements.map((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().width
    }),
  )

/**
 * Adds a style sheet before the loaded style sheets, as if files had arrived out of order. This makes Chromium choose
 * the fonts again.
 */
const addStyleSheetOutOfOrder = (page: Page) =>
  page.evaluate(async () => {
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.cloneNode() as HTMLLinkElement
    const loaded = new Promise((resolve) => sheet.addEventListener('load', resolve))
    document.querySelector('style')?.after(sheet)
    await loaded
  })
