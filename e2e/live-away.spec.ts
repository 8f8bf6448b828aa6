import type { Page } from '@playwright/test'
import { locateCommentMarkup, postCommentAtOrigin, scrollToComments } from './live-test.ts'
import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { createUnstartedSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

// The tests share one site that they stop and start, so they run one after the other.
test.describe.configure({ mode: 'default' })
// The browser logs requests to the unreachable server.
const unreachable = /Failed to load resource|WebSocket connection to/
test.use({ baseURL: `http://127.0.0.1:${ports.away}`, expectMessages: unreachable })

const site = createUnstartedSite(ports.away)
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  await site.start()
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createAdmin(request)
  await request.dispose()
})
test.afterAll(site.remove)

const away = 'Live updates are away for now; this page asks every 30 seconds.'

/**
 * Opens a page at its comments with a live connection and a stopped clock. Counts in `data-said` how often the message
 * about interrupted live updates appears.
 */
async function openLive(page: Page) {
  await page.clock.install({ time: Date.now() })
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  await scrollToComments(page)
  // The pause is shorter than LIVE_SERVER_TIMEOUT_MS, so the page does not give up the silent connection.
  await page.clock.pauseAt(Date.now() + 5_000)
  await page.clock.runFor(1_000)
  await page.evaluate((words) => {
    let said = 0
    let before = false
    new MutationObserver(() => {
      const now = document.body.textContent.includes(words)
      if (now && !before) said++
      before = now
      document.documentElement.dataset.said = String(said)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, away)
  await waitForLiveConnection(page)
}

/** Advances the page's clock step by step until something is visible. Between two steps, network events can happen. */
const passUntil = (page: Page, stepMs: number, seen: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(stepMs)
    await seen()
  }).toPass()
/** The time in milliseconds that each step waits for network events. */
const timeout = 500

const timesSaid = (page: Page) => page.locator('html').getAttribute('data-said')

test('S9.05 after the server is killed and restarted, no comment is lost or shown twice, and the reader sees one message', async ({
  page,
  request,
}) => {
  await openLive(page)
  const [before, after, later] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await postCommentAtOrigin(request, ada, { content: before })
  await expect(locateCommentMarkup(page, before)).toHaveCount(1)

  await site.kill()
  const told = page.getByRole('status').filter({ hasText: away })
  await passUntil(page, 5_000, () => expect(told).toBeVisible({ timeout }))
  for (let passed = 0; passed < 60; passed += 5) await page.clock.runFor(5_000)
  await expect(told).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect(locateCommentMarkup(page, before)).toHaveCount(1)

  await site.start()
  await postCommentAtOrigin(request, ada, { content: after })
  await passUntil(page, 5_000, () => expect(page.locator('html')).toHaveAttribute('data-live', '', { timeout }))
  await expect(locateCommentMarkup(page, after)).toHaveCount(1)
  await expect(page.getByText(away)).toHaveCount(0)
  await postCommentAtOrigin(request, ada, { content: later })
  for (const word of [before, after, later]) await expect(locateCommentMarkup(page, word)).toHaveCount(1)
  expect(await timesSaid(page)).toBe('1')
})

test('S2.50 after an orderly shutdown of the server, pages reconnect to the next process without a message and offer the new version', async ({
  page,
  request,
}) => {
  await openLive(page)
  await page.route('/api/version', (route) => route.abort())
  await site.stop()
  await site.start({ version: 'another-one' })
  const word = uniqueWord()
  await postCommentAtOrigin(request, ada, { content: word })
  await passUntil(page, 250, () => expect(locateCommentMarkup(page, word)).toHaveCount(1, { timeout }))
  await waitForLiveConnection(page)
  const offered = page.getByText('A new version of the site is available, please refresh.')
  await passUntil(page, 250, () => expect(offered).toBeVisible({ timeout }))
  expect(await timesSaid(page)).not.toBe('1')
})
