import { fillAddress, fillCustomer } from './checkout-page.ts'
import { createOpenKitchen } from './kitchens.ts'
import { placeDeliveryOrder } from './placed-orders.ts'
import { buildBearerHeader, createPageInNewContext, createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

test('a guest on a phone follows an order live until its delivery, and cannot cancel the order once the kitchen has accepted it', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const kitchen = await createOpenKitchen(request)
  const tablet = await createPageInNewContext(browser, { reader: kitchen.owner })
  await tablet.setViewportSize({ width: 820, height: 1180 })
  await openPage(tablet, `/kitchen/${kitchen.slug}`)
  await waitForLiveConnection(tablet)

  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/order')
  await page.getByRole('link', { name: kitchen.name }).click()
  await page.getByRole('button', { name: 'With a wish: Loaded fries' }).click()
  const dish = page.getByRole('dialog', { name: 'Loaded fries' })
  await dish.getByRole('textbox').fill('no sesame')
  await dish.getByRole('textbox').press('Enter')
  await dish.getByRole('button', { name: /^Add to order/ }).click()
  await openPage(page, `/order/${kitchen.slug}/checkout`)
  const name = 'Gus Guest'
  await fillCustomer(page, { name })
  await fillAddress(page, 'AB1 2CD')
  await page.getByRole('button', { name: 'Place order, £8.00' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Waiting for the kitchen')
  await waitForLiveConnection(page)
  const cancel = page.getByRole('button', { name: 'Cancel the order' })
  await expect(cancel).toBeVisible()

  const ticket = tablet.getByRole('article', { name: 'Order 1', exact: true })
  await expect(ticket).toContainText(name)
  await expect(ticket).toContainText('AB1 2CD')
  await ticket.getByLabel('no sesame').check()
  await ticket.getByRole('button', { name: /^Accept for/ }).click()
  await expect(heading).toHaveText(/^At your door (tomorrow )?by \d\d:\d\d$/)
  await expect(cancel).toHaveCount(0)
  const current = page.locator('.course [aria-current=step]')
  for (const [tap, step] of [
    ['Start cooking', 'Cooking'],
    ['Ready', 'Ready to leave'],
    ['Send out', 'On its way'],
    ['Delivered', 'Delivered'],
  ] as const) {
    await ticket.getByRole('button', { name: tap, exact: true }).click()
    await expect(current).toHaveText(`${step}, now`)
    await expect(cancel).toHaveCount(0)
  }
  await expect(heading).toHaveText(/^Delivered at \d\d:\d\d$/)
  await expect(page).toHaveTitle(/^Delivered - order 1/)
  await expect(page.getByRole('region', { name: 'What happened' }).getByRole('listitem')).toHaveText([
    /You placed the order\.$/,
    /Accepted, at your door (on [\w ]+ )?by \d\d:\d\d\. They saw “no sesame”\.$/,
    /Cooking\.$/,
    /Ready to leave\.$/,
    /On its way\.$/,
    /Delivered\.$/,
  ])
  await expect(page.getByRole('main').getByRole('status').last()).toContainText('Enjoy your meal.')
  await expect(tablet.getByText('Finished today: 1')).toBeVisible()
  await tablet.context().close()
})

test('leaving the board of a kitchen sends the pending moves of orders', async ({ page, request }) => {
  const kitchen = await createOpenKitchen(request)
  const { order } = await placeDeliveryOrder(request, await createReader(request), kitchen)
  await logInBrowser(page, kitchen.owner)
  await openPage(page, `/kitchen/${kitchen.slug}`)
  const stateNow = async () => {
    const answer = await request.get(`/api/orders/${order.orderId}`, { headers: buildBearerHeader(kitchen.owner) })
    return (await answer.json()).state
  }
  const ticket = page.getByRole('article', { name: 'Order 1', exact: true })
  await ticket.getByLabel('No nuts').check()
  await ticket.getByRole('button', { name: /^Accept for/ }).click()
  await expect(ticket).toContainText('Nobody is told yet')
  expect(await stateNow()).toBe('placed')
  await page.goto('/ueber-mich')
  await expect.poll(stateNow).toBe('accepted')
})
