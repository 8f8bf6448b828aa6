import { type CuttableLink, openCuttableLink } from '@hobohat/hub/testing'
import type { Page } from '@playwright/test'
import { locateCommentMarkup, postCommentAtOrigin, scrollToComments } from './live-test.ts'
import { createAdmin, type Reader, uniqueWord } from './readers.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

// The page reaches the site through a proxy, whose connection the tests can cut. All other clients connect directly.
test.describe.configure({ mode: 'default' })
test.use({
  baseURL: `http://127.0.0.1:${ports.asleep}`,
  expectMessages: /Failed to load resource|WebSocket connection to/,
  expectRequests: /^http:\/\/127\.0\.0\.1:/,
})

let link: CuttableLink
let site: OwnSite
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  link = await openCuttableLink(`http://127.0.0.1:${ports.asleep}`)
  site = createUnstartedSite(ports.asleep)
  await site.start()
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createAdmin(request)
  await request.dispose()
})
test.afterAll(async () => {
  await link.close()
  await site.remove()
})

async function openByLink(page: Page) {
  await page.clock.install({ time: Date.now() })
  await openPage(page, new URL('/ueber-mich', link.url).href)
  await waitForLiveConnection(page)
  await scrollToComments(page)
}

test('after a broken connection, a lost network and a laptop’s sleep, no comment is lost or shown twice', async ({
  page,
  request,
}) => {
  await openByLink(page)
  let negotiations = 0
  page.on('request', (asked) => {
    if (asked.url().includes('/negotiate')) negotiations++
  })
  link.cut()
  link.mend()
  const broken = uniqueWord()
  await postCommentAtOrigin(request, ada, { content: broken })
  await expect(locateCommentMarkup(page, broken)).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  expect(negotiations).toBe(0)

  // Cuts the connection for a longer time.
  const [before, meanwhile, after] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await postCommentAtOrigin(request, ada, { content: before })
  await expect(locateCommentMarkup(page, before)).toHaveCount(1)
  link.cut()
  await expect(page.locator('html')).not.toHaveAttribute('data-live')
  await postCommentAtOrigin(request, ada, { content: meanwhile })
  link.mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await waitForLiveConnection(page)
  await postCommentAtOrigin(request, ada, { content: after })
  for (const word of [broken, before, meanwhile, after]) await expect(locateCommentMarkup(page, word)).toHaveCount(1)

  // Simulates a sleeping computer. Its clock stands still, and its connections end without a closing message.
  await page.clock.pauseAt(Date.now() + 60_000)
  link.cut()
  const word = uniqueWord()
  await postCommentAtOrigin(request, ada, { content: word })
  link.mend()
  await page.clock.fastForward('02:00:00')
  await page.clock.resume()
  await waitForLiveConnection(page)
  await expect(locateCommentMarkup(page, word)).toHaveCount(1)
  const later = uniqueWord()
  await postCommentAtOrigin(request, ada, { content: later })
  for (const text of [word, later]) await expect(locateCommentMarkup(page, text)).toHaveCount(1)
})

test('a page polls comments even when its connected hub sends no comments', async ({ page, request }) => {
  // The hub sends nothing, so the page must fetch the missed comments.
  await page.routeWebSocket(/\/hub\?id=/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('comment')) socket.send(message)
    })
  })
  await openByLink(page)
  const word = uniqueWord()
  await postCommentAtOrigin(request, ada, { content: word })
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(locateCommentMarkup(page, word)).toHaveCount(0)
  await page.clock.fastForward('02:00:00')
  await expect(locateCommentMarkup(page, word)).toHaveCount(1)
})
