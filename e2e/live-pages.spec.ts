import type { Page } from '@playwright/test'
import { createOpenKitchen } from './kitchens.ts'
import { locateCommentMarkup, postCommentAtOrigin, scrollToComments } from './live-test.ts'
import { placeDeliveryOrder, sendOrderMove } from './placed-orders.ts'
import {
  buildBearerHeader,
  createAdmin,
  createGuest,
  createPageInNewContext,
  logInBrowser,
  uniqueWord,
} from './readers.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

// These tests use two browsers on a site with SQLite. The reader in `page` is anonymous.

test('a comment that is posted, changed and deleted in one browser appears once, changes and disappears in the other', async ({
  page,
  browser,
}) => {
  const desk = await createPageInNewContext(browser)
  const { request } = desk
  const ada = await createAdmin(request)
  await logInBrowser(desk, ada)
  for (const one of [page, desk]) {
    await openPage(one, '/ueber-mich')
    await waitForLiveConnection(one)
    await scrollToComments(one)
  }

  const word = uniqueWord()
  await desk.getByRole('textbox', { name: 'Your comment' }).fill(`First ${word}`)
  await desk.getByRole('button', { name: 'Post comment' }).click()
  for (const one of [desk, page]) await expect(locateCommentMarkup(one, word)).toHaveText([`First ${word}`])

  const [{ id }] = await (await request.get('/comments/ueber-mich')).json()
  const headers = buildBearerHeader(ada)
  await request.patch(`/comments/${id}`, { headers, data: { content: `Second ${word}` } })
  for (const one of [page, desk]) await expect(locateCommentMarkup(one, word)).toHaveText([`Second ${word}`])

  await request.delete(`/comments/${id}`, { headers })
  for (const one of [page, desk]) await expect(locateCommentMarkup(one, word)).toHaveCount(0)
  await desk.context().close()
})

test('a reader sees comments that were posted during the navigation to their page, but no comments of other pages', async ({
  page,
  request,
}) => {
  const ada = await createAdmin(request)
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  const [before, elsewhere, after] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await postCommentAtOrigin(request, ada, { pageUrl: 'home', content: before })
  await page.locator('.site-header').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await scrollToComments(page)
  await postCommentAtOrigin(request, ada, { pageUrl: 'echolot', content: elsewhere })
  await postCommentAtOrigin(request, ada, { pageUrl: 'home', content: after })
  for (const word of [before, after]) await expect(locateCommentMarkup(page, word)).toHaveCount(1)
  await expect(locateCommentMarkup(page, elsewhere)).toHaveCount(0)
})

/** Holds back the page's subscription to a target, such as an order, until the returned function is called. */
async function holdSubscription(page: Page, call: 'watchOrder' | 'watchKitchen'): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/hub\?id=/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage(async (message) => {
      if (String(message).includes(`"target":"${call}","arguments":["`)) await held.promise
      server.send(message)
    })
  })
  return held.resolve
}

test('a customer without an account sees a change of their order that happened before the hub had subscribed the page to the order', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  const { order, link } = await placeDeliveryOrder(request, await createGuest(request), kitchen)
  const heading = page.getByRole('heading', { level: 1 })
  const subscribe = await holdSubscription(page, 'watchOrder')
  await openPage(page, link)
  await expect(heading).toHaveText('Waiting for the kitchen')
  await openPage(page, '/orders')
  await waitForLiveConnection(page)
  await page.getByRole('link', { name: 'Waiting for the kitchen' }).click()
  await expect(heading).toHaveText('Waiting for the kitchen')
  await sendOrderMove(request, kitchen, order, 'rejected')
  subscribe()
  await expect(heading).toHaveText('Rejected')
})

test('a page shows a change of a kitchen from before the hub subscribed the page to the kitchen', async ({
  page,
  request,
}) => {
  const { vId, slug, owner } = await createOpenKitchen(request)
  const subscribe = await holdSubscription(page, 'watchKitchen')
  await openPage(page, '/order')
  await waitForLiveConnection(page)
  await page.locator(`a[href="/order/${slug}"]`).first().click()
  await expect(page.getByRole('button', { name: 'Add Lemonade' })).toBeVisible()
  const data = { until: Date.now() + 600_000 }
  const pause = await request.put(`/api/kitchen/${vId}/pause`, { headers: buildBearerHeader(owner), data })
  expect(pause.ok()).toBe(true)
  await expect(page.getByText(/^Paused until/)).toHaveCount(0)
  subscribe()
  await expect(page.getByText(/^Paused until/).first()).toBeVisible()
})

test('a page that is open more than once shows how often it is open', async ({ page, browser }) => {
  const path = '/bootsbau'
  const words = (count: number) => page.getByText(`This page is open ${count} times at the moment.`)
  await openPage(page, path)
  await waitForLiveConnection(page)
  await scrollToComments(page)
  await expect(page.getByText('This page is open')).toHaveCount(0)
  const second = await createPageInNewContext(browser)
  const third = await second.context().newPage()
  await openPage(second, path)
  await expect(words(2)).toBeVisible()
  await openPage(third, path)
  await expect(words(3)).toBeVisible()
  await third.close()
  await expect(words(2)).toBeVisible()
  await openPage(second, '/ueber-mich')
  await expect(page.getByText('This page is open')).toHaveCount(0)
  await second.context().close()
})
