import type { BrowserContext, Page } from '@playwright/test'
import { chooseByRun } from '#contract/testing/soak-run.ts'
import { commentForm, commentsSection } from './comments-page.ts'
import { offlineConsolePattern, waitForServiceWorker } from './offline-page.ts'
import { createReader, logInBrowser, type Reader, uniqueWord } from './readers.ts'
import { createUnstartedSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

/**
 * After a deploy, an open page may request a style sheet of its previous build. The builds of this test do not keep
 * such files.
 */
const STYLE_GONE = /Refused to apply style/

test.use({
  baseURL: `http://127.0.0.1:${ports.deploys}`,
  serviceWorkers: 'allow',
  expectMessages: new RegExp(`${offlineConsolePattern.source}|${STYLE_GONE.source}`),
})

const site = createUnstartedSite(ports.deploys)
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  await site.start({ deploy: 1 })
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createReader(request)
  await request.dispose()
})
test.afterAll(site.remove)

async function deploy(number: number): Promise<void> {
  await site.stop()
  await site.start({ deploy: number })
}

/** Lists the numbers of the deploys to which the document, its scripts and the cached pages belong. */
const deploysIn = (page: Page) =>
  page.evaluate(async () => {
    const of = (html: string) => /<meta name="deploy" content="(\d+)">/.exec(html)?.[1]
    const inCaches = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const requests = (await cache.keys()).filter(({ url }) => !/\.\w+$/.test(new URL(url).pathname))
        const pages = await Promise.all(
          requests.map(async (request) => of((await (await cache.match(request))?.text()) ?? '')),
        )
        return { name, pages: [...new Set(pages)] }
      }),
    )
    return {
      document: document.querySelector<HTMLMetaElement>('meta[name=deploy]')?.content,
      scripts: Object.keys((globalThis as unknown as { deploys?: object }).deploys ?? {}),
      inCaches,
    }
  })

/** Checks that the page and its caches belong to one deploy. @returns the number of this deploy */
async function expectOneVersion(page: Page): Promise<number> {
  const { document, scripts, inCaches } = await deploysIn(page)
  expect(scripts).toEqual([document])
  for (const { name, pages } of inCaches)
    for (const page of pages) expect(page, `a page in ${name}`).toBe(name.split('-').at(-1))
  return Number(document)
}

/** Waits until the service worker of a deploy controls the page and has cached it. */
const keptBy = (page: Page, number: number, path: string) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async ({ suffix, path }) => {
            const names = await caches.keys()
            return names.length === 1 && names[0]?.endsWith(suffix) && Boolean(await caches.match(path))
          },
          { suffix: `-${number}`, path },
        ),
      { timeout: 60_000 },
    )
    .toBe(true)

/** Clicks a link of the page, which the application follows without a page load. */
const follow = (page: Page, path: string) =>
  page.evaluate((path) => document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)?.click(), path)

async function away(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}

/** The number of deploys. Every other deploy happens while the tab is offline, and the rest while it is online. */
const DEPLOYS = chooseByRun(2, 10)

test(`during ${DEPLOYS} deploys, an online or offline tab never mixes two versions, never reloads in a loop and never loses a draft`, async ({
  page,
  context,
}) => {
  // Each deploy starts a server, which takes a long time while other tests run.
  test.setTimeout(60_000 * DEPLOYS)
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await logInBrowser(page, ada)
  await openPage(page, '/ueber-mich')
  await waitForServiceWorker(page)
  await commentsSection(page).scrollIntoViewIfNeeded()
  const draft = uniqueWord()
  await commentForm(page).getByLabel('Your comment').fill(draft)
  await keptBy(page, 1, '/ueber-mich')
  expect(loads).toBe(1)

  const elsewhere = ['/seefunk', '/bootsbau', '/anker', '/boje', '/kompass']
  for (let number = 2; number <= 1 + DEPLOYS; number++) {
    const before = loads
    const next = elsewhere[number % elsewhere.length] ?? ''
    if (number % 2 === 0) {
      // Deploys while the tab is offline. The tab keeps the previous version until it is online again, and then gets
      // the new version.
      await away(context, async () => {
        await deploy(number)
        await page.reload()
        await hydratePage(page)
        expect(await expectOneVersion(page)).toBe(number - 1)
      })
      await page.reload()
      await hydratePage(page)
    } else {
      // Deploys while the tab is online. Then a link leads to a page whose code no longer exists on the server.
      await deploy(number)
      await follow(page, next)
      await expect(page).toHaveURL(next)
      await expect(page.locator('meta[name=deploy]')).toHaveAttribute('content', String(number))
      await hydratePage(page)
    }
    expect(await expectOneVersion(page)).toBe(number)
    await keptBy(page, number, '/ueber-mich')
    // The page that was visited is available offline in this version.
    await away(context, async () => {
      await page.goto('/ueber-mich')
      await hydratePage(page)
      expect(await expectOneVersion(page)).toBe(number)
      await commentsSection(page).scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => localStorage.getItem('commentDrafts'))).toContain(draft)
    })
    expect(loads - before).toBeLessThanOrEqual(3)
  }
  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(commentForm(page).getByLabel('Your comment')).toHaveValue(draft)
})
