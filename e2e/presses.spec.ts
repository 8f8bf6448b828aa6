import type { Locator, Page } from '@playwright/test'
import type { Comment } from '#contract/comments.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Kitchen } from '#contract/menu.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import { hiddenNoticesKey } from '#contract/storage-keys.ts'
import { buildOrder, FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import { test as boardTest, installFakeSound, openFakeBoard, orderTicket } from './board-page.ts'
import { fillCustomer, openCheckout, placeOrderButton } from './checkout-page.ts'
import { createOpenKitchen } from './kitchens.ts'
import { buttonNamed, elementById } from './login-page.ts'
import { internalLinkNotice, noticeRows, noticeStrip, openPollingPage, urgentNotice } from './notice-strip.ts'
import { logInBrowser } from './readers.ts'
import { expect, openPage, test, waitForPaint } from './test.ts'

/**
 * Presses the mouse button on the middle of an element.
 * @returns a function that measures by how many pixels the element has moved since the press
 */
async function press(page: Page, target: Locator): Promise<() => Promise<number>> {
  const before = await target.boundingBox()
  if (!before) throw new Error('Nothing to press is there.')
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  return async () => {
    const now = await target.boundingBox()
    return Math.abs((now?.x ?? 0) - before.x) + Math.abs((now?.y ?? 0) - before.y)
  }
}

boardTest.describe('by touch', () => {
  boardTest.use({ hasTouch: true })

  boardTest(
    'a tap on +10 that also unlocks the sound changes only the time; an order that arrives during a press is shown only after the click',
    async ({ page, cook }) => {
      await installFakeSound(page)
      await page.addInitScript(() => {
        localStorage.setItem('kitchenSound', 'true')
        Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })
      })
      await logInBrowser(page, cook)
      const due = FAKE_NOW + 25 * MINUTE_MS
      const double = await openFakeBoard(page, [buildOrder(18, { promisedAt: due })])
      const blocked = page.getByText('The browser has blocked the sound.')
      await expect(blocked).toBeVisible()
      const later = orderTicket(page, 18).getByRole('button', { name: '10 minutes later' })
      const before = await later.boundingBox()
      await later.tap()
      await expect(blocked).toBeHidden()
      await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-tones')
      await expect(orderTicket(page, 18).getByRole('button', { name: 'Accept for 19:35' })).toBeVisible()
      // The tapped button must not move when the message disappears, so that a second tap does not hit another button.
      expect(await later.boundingBox()).toEqual(before)
      expect(double.moved).toEqual([])

      const moved = await press(page, orderTicket(page, 18).getByRole('button', { name: /^Accept/ }))
      double.orders = [...double.orders, buildOrder(19, { acceptBy: FAKE_NOW + MINUTE_MS })]
      const asked = page.waitForResponse(/\/board$/)
      await page.clock.runFor(BOARD_POLL_MS)
      await asked
      await waitForPaint(page)
      expect(await moved()).toBe(0)
      await page.mouse.up()
      await expect(orderTicket(page, 19)).toBeVisible()
      await expect.poll(() => double.moved).toEqual(['18 accepted'])
    },
  )
})

test('a notice or a version banner that arrives while a button of the strip is pressed replaces the strip only after the click', async ({
  page,
}) => {
  let version = 'one'
  await page.route('/api/version', (route) => route.fulfill({ json: { version } }))
  const server = await openPollingPage(page, [urgentNotice])
  const hide = noticeStrip(page).getByRole('button', { name: 'Hide this notice' })
  await expect(hide).toBeInViewport({ ratio: 1 })
  const moved = await press(page, hide)
  server.notices = [internalLinkNotice, urgentNotice]
  version = 'two'
  const asked = [page.waitForResponse('/notifications'), page.waitForResponse('/api/version')]
  await page.clock.runFor(60_000)
  await page.clock.resume()
  await Promise.all(asked)
  await waitForPaint(page)
  expect(await moved()).toBe(0)
  await page.mouse.up()
  const banner = page.getByRole('region', { name: 'New version' })
  await expect(banner).toBeInViewport({ ratio: 1 })
  // The banner hides the strip of notices. When the banner is closed, the strip shows the notice that is not hidden.
  await expect(noticeStrip(page)).toBeHidden()
  expect(await page.evaluate((key) => localStorage.getItem(key), hiddenNoticesKey)).toBe(urgentNotice.id)
  await banner.getByRole('button', { name: 'Not now' }).click()
  await expect(noticeRows(page)).toHaveText([internalLinkNotice.message])
  await expect(noticeStrip(page)).toBeInViewport({ ratio: 1 })
})

test('the caps lock hint disappears after the click on “Log in” and does not move the button', async ({ page }) => {
  await openPage(page, '/login')
  await elementById(page, 'login-password').focus()
  await elementById(page, 'login-password').dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  const hint = page.getByText('Caps lock is on.')
  await expect(hint).toBeVisible()
  const moved = await press(page, buttonNamed(page, 'Log in'))
  await waitForPaint(page)
  expect(await moved()).toBe(0)
  await page.mouse.up()
  await expect(hint).toBeHidden()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
})

test('a change by the kitchen that arrives while “Place order” is pressed is shown after the click', async ({
  page,
}) => {
  const kitchen = await createOpenKitchen(page.request)
  let minimumOrder = 0
  await page.route(`/api/kitchens/${kitchen.slug}`, async (route) => {
    const response = await route.fetch()
    const json: Kitchen = await response.json()
    await route.fulfill({ response, json: { ...json, terms: { ...json.terms, minimumOrder } } })
  })
  await openCheckout(page, kitchen)
  await fillCustomer(page)
  const moved = await press(page, placeOrderButton(page))
  minimumOrder = 5000
  const asked = page.waitForResponse(`/api/kitchens/${kitchen.slug}`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await asked
  await waitForPaint(page)
  expect(await moved()).toBe(0)
  await page.mouse.up()
  await expect(page.getByText(/short of the minimum/).first()).toBeVisible()
})

test('comments that arrive while a link of the footer is pressed move the footer only after the click', async ({
  page,
}) => {
  const arrive = Promise.withResolvers<void>()
  const comments = Array.from({ length: 20 }, (_, at): Comment => {
    const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
    const author = { author: 'Ada', authorId: null, profilePicture: null, byAdmin: false }
    const times = { createdAt: FAKE_NOW, editedAt: null }
    return {
      id,
      pageUrl: 'seefunk',
      ...author,
      content: 'Words',
      ...times,
      threadId: id,
      parentId: null,
      state: 'visible',
    }
  })
  await page.route(/\/comments\/seefunk(\?|$)/, async (route) => {
    await arrive.promise
    await route.fulfill({ json: comments, headers: { 'x-total-count': '20' } })
  })
  await openPage(page, '/seefunk')
  const asked = page.waitForRequest(/\/comments\/seefunk/)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' })
  await link.scrollIntoViewIfNeeded()
  await asked
  const moved = await press(page, link)
  const answered = page.waitForResponse(/\/comments\/seefunk/)
  arrive.resolve()
  await (await answered).finished()
  await waitForPaint(page)
  expect(await moved()).toBe(0)
  await page.mouse.up()
  await expect(page).toHaveURL('/privacy')
})
