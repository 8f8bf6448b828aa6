import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { paths } from './paths.ts'
import { expect, ready, test } from './test.ts'

const kB = 1000

interface Loaded {
  type: string
  url: string
  bytes: number
}

/** Loads a page cold and counts what came over the wire until the application had taken over. */
async function load(page: Page, path: string): Promise<Loaded[]> {
  const finished: Request[] = []
  const onFinished = (request: Request) => finished.push(request)
  page.on('requestfinished', onFinished)
  await page.goto(path)
  await ready(page)
  await page.waitForLoadState('networkidle')
  // What is late, such as what the page asks for from time to time, may come when the page is closed and knows no sizes.
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

const sum = (all: Loaded[], type: string) =>
  all.filter((one) => one.type === type).reduce((total, { bytes }) => total + bytes, 0)

/** Loaded when the application has taken over and the browser is idle; it has a budget of its own. */
const liveConnection = /\/assets\/live-connection-/
/** The same for what reports errors. */
const reporter = /\/assets\/reporter-/
/** The same for comments: loaded when the reader comes near, which on a short page they are from the start. */
const comments = /\/assets\/(comments|send-waiting|stored-value|markup|form|when)-/
/** The same for what finds out whether the site takes cards, and loads the provider's script (card-payment.spec.ts). */
const cards = /\/assets\/(card-payments|pure)-/
const late = new RegExp([liveConnection, reporter, comments, cards].map(({ source }) => source).join('|'))

for (const path of paths) {
  test(`${path} keeps to the budgets: scripts 100 kB, fonts 45 kB, 12 requests, brotli`, async ({ page }) => {
    const loaded = (await load(page, path)).filter(({ url }) => !late.test(url))
    expect(sum(loaded, 'script')).toBeLessThanOrEqual(100 * kB)
    expect(sum(loaded, 'font')).toBeLessThanOrEqual(45 * kB)
    // What the version check and a block that carries a source fetch is no part of the page.
    const own = loaded.filter(({ type }) => type !== 'fetch' && type !== 'image')
    expect(own.length, own.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(12)
  })
}

test('the live connection and what reports errors are asked for once the application answers, and are at most 15 and 30 kB', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
      if (document.documentElement.dataset.ready !== undefined)
        document.documentElement.dataset.first ??= scripts.join()
    }).observe(document, { attributes: true, subtree: true })
  })
  const asked = [page.waitForRequest(liveConnection), page.waitForRequest(reporter)]
  await page.goto('/about-me')
  const sizes = asked.map(
    async (request) => (await (await (await request).response())?.request().sizes())?.responseBodySize,
  )
  expect(await sizes[0]).toBeLessThanOrEqual(15 * kB)
  expect(await sizes[1]).toBeLessThanOrEqual(30 * kB)
  expect(await page.locator('html').getAttribute('data-first')).toMatch(/assets\/main-/)
  expect(await page.locator('html').getAttribute('data-first')).not.toMatch(liveConnection)
  expect(await page.locator('html').getAttribute('data-first')).not.toMatch(reporter)
})

test('what reports errors has nothing in it that does not: no recording, no form for feedback', () => {
  const files = readdirSync('dist/web/assets').filter((name) => name.endsWith('.js'))
  const textOf = (start: string) =>
    readFileSync(`dist/web/assets/${files.find((name) => name.startsWith(start))}`, 'utf8')
  expect(textOf('recording-')).toContain('rrweb')
  expect(textOf('reporter-')).not.toContain('rrweb')
  expect(textOf('reporter-')).not.toMatch(/ReplayCanvas|BrowserTracing|sentry-feedback/)
})

test('comments are asked for when the reader comes near, and cost at most 30 kB of scripts', async ({ page }) => {
  const scripts = (loaded: Loaded[]) =>
    loaded.filter(
      ({ type, url }) => type === 'script' && [liveConnection, reporter, cards].every((other) => !other.test(url)),
    )
  const before = scripts(await load(page, '/cloudflare'))
  expect(before.filter(({ url }) => comments.test(url))).toEqual([])
  await page.goto('about:blank')
  const after = scripts(await load(page, '/cloudflare#comments'))
  const own = after.filter(({ url }) => !before.some((one) => one.url === url))
  expect(own.length).toBeGreaterThan(0)
  // Nothing but what the budget of pages leaves out.
  expect(own.filter(({ url }) => !comments.test(url))).toEqual([])
  expect(sum(own, 'script')).toBeLessThanOrEqual(30 * kB)
})

test('nothing blocks the first paint but the one style sheet, which is in the page and at most 12 kB', async ({
  request,
}) => {
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    expect(html).not.toMatch(/<link[^>]+rel="stylesheet"/)
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<script(?![^>]*(type="module"|application\/ld\+json))[^>]+src=/)
  }
  const style = /<style>([\s\S]*?)<\/style>/.exec(await (await request.get('/')).text())?.[1] ?? ''
  expect(brotliCompressSync(style).length).toBeLessThanOrEqual(12 * kB)
})

test('the code of an article is at most 8 kB', () => {
  const slugs = paths.map((path) => path.slice(1)).filter(Boolean)
  const chunks = readdirSync('dist/web/assets').filter(
    (name) => name.endsWith('.js.br') && slugs.some((slug) => name.startsWith(`${slug}-`)),
  )
  expect(chunks.length).toBeGreaterThanOrEqual(slugs.length - 1)
  for (const chunk of chunks) expect(statSync(`dist/web/assets/${chunk}`).size, chunk).toBeLessThanOrEqual(8 * kB)
})

for (const [name, path] of [
  ['home', '/'],
  ['an article', '/cloudflare'],
  ['pictures', '/automatic-plex-torrenting'],
] as const) {
  for (const width of [390, 1440]) {
    test(`nothing shifts on ${name} at ${width} px, though the fonts come late`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(() => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) total += entry.value
          }
          document.documentElement.dataset.shift = String(total)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      let release = () => {}
      const painted = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\.woff2$/, async (route) => {
        await painted
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      release()
      await ready(page)
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
    })
  }
}

test('S2.09 the private words are in no file that is served', () => {
  const html = readdirSync('dist/private').map((name) => readFileSync(`dist/private/${name}`, 'utf8'))
  const words = [
    // What stands between two tags and is a sentence: a few words a public page may well share.
    ...html.flatMap((page) => page.split(/<[^>]*>/)).filter((text) => text.trim().split(/\s+/).length > 5),
    ...html.flatMap((page) => page.match(/[A-Z]:\\[\w\\-]+|https?:\/\/[^"<\s]+/g) ?? []),
  ]
  expect(words.length).toBeGreaterThan(15)
  const files = readdirSync('dist/web', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of files) {
    const text = readFileSync(`${file.parentPath}/${file.name}`, 'utf8')
    for (const word of words) expect(text.includes(word), `${word} in ${file.name}`).toBe(false)
  }
})
