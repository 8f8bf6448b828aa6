import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { createOpenKitchen } from './kitchens.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { placeDeliveryOrder, sendOrderMove } from './placed-orders.ts'
import { createGuest, createPageInNewContext, logInBrowser } from './readers.ts'
import { dataFolder } from './services/ports.ts'
import { blockLiveConnection, expect, openPage, test, waitForLiveConnection } from './test.ts'

/** The browser logs the requests that these tests make fail. */
test.use({ expectMessages: /status of 40[14] / })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const happened = (page: Page) => page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
const current = (page: Page) => page.locator('.course [aria-current=step]')

test('S6.02 a guest closes the tab of an order and opens the order again with the token that the browser has stored', async ({
  page,
  context,
  browser,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  const guest = await createGuest(request)
  const { order, link } = await placeDeliveryOrder(request, guest, kitchen)
  await openPage(page, link)
  await expect(heading(page)).toHaveText('Waiting for the kitchen')
  await expect(page).toHaveURL(`/orders/${order.orderId}`)
  await page.close()

  const later = await context.newPage()
  await openPage(later, `/orders/${order.orderId}`)
  await expect(heading(later)).toHaveText('Waiting for the kitchen')
  await openPage(later, '/orders')
  await later.getByRole('link', { name: 'Waiting for the kitchen' }).click()
  await expect(later).toHaveURL(`/orders/${order.orderId}`)

  const other = await createPageInNewContext(browser)
  // Logs in another guest, who has no access to the order.
  await logInBrowser(other, await createGuest(request))
  await openPage(other, `/orders/${order.orderId}`)
  await expect(heading(other)).toHaveText('No order of yours here')
  await expect(other.getByRole('link', { name: 'Log in', exact: true })).toHaveAttribute(
    'href',
    /returnTo=%2Forders%2F/,
  )
  const mailed = new URL(findMailLink(await waitForMail(guest.email, /order/i)))
  await openPage(other, mailed.href)
  await expect(heading(other)).toHaveText('Waiting for the kitchen')
  await other.context().close()
})

test('the page of an order shows the kitchen’s deadline and announces a rejection without a reload', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  const { order, link } = await placeDeliveryOrder(request, await createGuest(request), kitchen)
  await openPage(page, link)
  await waitForLiveConnection(page)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
  await expect(page.locator('.tracking-next')).toContainText(time.format(order.acceptBy))
  await expect(page.locator('.tracking-next')).toContainText('You can cancel until it accepts.')

  // Simulates that the ten minutes in which the kitchen must answer have passed.
  const database = new DatabaseSync(`${dataFolder}/site.sqlite`, { timeout: 10_000 })
  database.prepare('UPDATE orders SET accept_by = ? WHERE id = ?').run(Date.now() - 1, order.orderId)
  database.close()
  await expect(heading(page)).toHaveText('Rejected')
  await expect(page.locator('.tracking-next')).toHaveText(
    'Rejected by itself: Nobody answered within 10 minutes. There is nothing to pay.',
  )
  await expect(page.getByRole('main').getByRole('status').last()).toContainText('Rejected by itself')
})

// Polling without the hub, and a kitchen that accepts first, are tested in web/features/ordering/order-screen.test.ts.
// Ordering again is tested in web/features/ordering/orders/order-again.test.ts.

test('a customer cancels an order and confirms this by keyboard', async ({ page, request }) => {
  const kitchen = await createOpenKitchen(request)
  const guest = await createGuest(request)
  const { link } = await placeDeliveryOrder(request, guest, kitchen)
  await blockLiveConnection(page)
  await openPage(page, link)
  const cancel = page.getByRole('button', { name: 'Cancel the order' })
  await cancel.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  // A closed dialog stays in the page for a moment, and cannot be opened again before it is removed.
  await expect(page.locator('dialog.dialog')).toHaveCount(0)
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(heading(page)).toHaveText('Cancelled')
  await expect(happened(page).last()).toHaveText(/You cancelled the order\.$/)
})

test('the pages of orders have no accessibility violations, fit 320 px and print as a receipt', async ({
  page,
  request,
}) => {
  const kitchen = await createOpenKitchen(request)
  const { order, link } = await placeDeliveryOrder(request, await createGuest(request), kitchen)
  await sendOrderMove(request, kitchen, order, 'accepted')
  await sendOrderMove(request, kitchen, order, 'preparing')
  await openPage(page, link)
  await expect(current(page)).toHaveText('Cooking, now')
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByRole('region', { name: 'Receipt' })
  for (const words of [
    'Large',
    'Dietary requirements: No nuts',
    'As soon as possible: promised for ',
    '£15.60',
    'Pay at the door, in cash',
    '1 Hat Lane, London, N1 1AA',
    'Ring twice',
  ])
    await expect(receipt).toContainText(words)
  await expect(page.getByRole('link', { name: 'Call the kitchen' })).toBeHidden()
  await expect(page.locator('.course')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await openPage(page, '/orders')
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('Order 1 at')
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})
