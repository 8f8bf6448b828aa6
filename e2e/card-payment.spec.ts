import { mainHeading, openCardCheckout, payButton, readStoredCart, waitUntilOrderPlaced } from './card-checkout.ts'
import { openCheckout, placedOrderUrlPattern } from './checkout-page.ts'
import {
  fetchBoardOrdersOfCustomer,
  fillCard,
  findBankFrame,
  findCardFrame,
  readOrderId,
  readStripePayments,
  test,
  testCards,
} from './paying-site.ts'
import { sendOrderMove } from './placed-orders.ts'
import { sendOwnerProof } from './proof.ts'
import { buildBearerHeader, uniqueWord } from './readers.ts'
import { expect, waitForLiveConnection } from './test.ts'

const kB = 1000

/** The browser logs the response to a declined card, which has the status 402. */
test.use({ expectMessages: /status of 402 / })

test('S7.18 the payment provider’s script loads when the browser is idle, with at most 3 kB of the site’s own code', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { dataset } = document.documentElement
      if (dataset.ready === undefined || dataset.scripts !== undefined) return
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = loaded.filter(({ name }) => /\.js($|\?)/.test(name))
      dataset.scripts = JSON.stringify(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
    }).observe(document, { attributes: true, subtree: true })
  })
  const script = page.waitForRequest('https://js.stripe.com/*/stripe.js')
  const settings = page.waitForRequest('**/api/payments/settings')
  await page.goto('/ueber-mich')
  await settings
  await script
  const before: [string, number][] = JSON.parse((await page.locator('html').getAttribute('data-scripts')) ?? '[]')
  expect(before.length).toBeGreaterThan(2)
  expect(before.filter(([name]) => /stripe|card-payments|\/pure-/.test(name))).toEqual([])
  expect(before.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(105 * kB)
  const loader = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/(card-payments|pure)-/.test(name))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  expect(loader).toHaveLength(2)
  expect(loader.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(3 * kB)

  const policy = (await request.get('/ueber-mich')).headers()['content-security-policy']
  expect(policy).toContain('https://js.stripe.com')
  // The settings are fetched once. A navigation within the site must not fetch them again.
  const again: string[] = []
  page.on('request', (asked) => /settings|stripe\.js/.test(asked.url()) && again.push(asked.url()))
  await page.waitForFunction(() => 'Stripe' in window)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await waitForLiveConnection(page)
  expect(again).toEqual([])
})

// A site without card payments is tested in web/features/ordering/checkout-screen.test.ts and
// server/features/ordering/payments/webhook.test.ts.

test('a customer pays by card and by keyboard in a narrow window; no card data reaches the site, and a refund appears live', async ({
  page,
  request,
  paying,
}) => {
  test.slow()
  const { kitchen } = paying
  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.url().startsWith(paying.origin)) sent.push(`${asked.url()} ${asked.postData() ?? ''}`)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openCheckout(page, kitchen)
  const name = `Gus ${uniqueWord()}`
  await page.getByLabel('Deliver it').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('I pick it up')).toBeChecked()
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${crypto.randomUUID()}@example.org`)
  await page.getByLabel('In cash').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Now, by card')).toBeChecked()
  await expect(findCardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(findCardFrame(page).getByLabel('Card number')).toBeFocused()
  await page.keyboard.type(testCards.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await payButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(placedOrderUrlPattern)
  await waitUntilOrderPlaced(page)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('Held on the card (Visa ending in 4242)')
  expect(await readStoredCart(page, kitchen)).toEqual([])
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((one) => /4242 ?4242/.test(one))).toEqual([])

  const [order] = await fetchBoardOrdersOfCustomer(page, kitchen, name)
  if (!order) throw new Error('The kitchen has no such order.')
  await waitForLiveConnection(page)
  await sendOrderMove(request, kitchen, order, 'accepted')
  await expect(receipt).toContainText('Paid by card, Visa ending in 4242')
  await sendOwnerProof(request, kitchen.owner)
  const answer = await request.post(`/api/kitchen/${kitchen.vId}/orders/${order.orderId}/refunds`, {
    headers: buildBearerHeader(kitchen.owner),
    data: { key: crypto.randomUUID(), amount: 160, reason: 'The lemonade was warm' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await expect(receipt).toContainText('Given back to your card')
  await expect(receipt).toContainText('-£1.60')
})

test('S3.02 S4.05 after a declined card or a failed 3-D Secure check, the order stays unpaid and its page says why; a double click pays only one order', async ({
  page,
  paying,
}) => {
  const { kitchen } = paying
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state)
  const name = await openCardCheckout(page, kitchen)
  await fillCard(page, testCards.asks)
  expect(await kept()).toMatchObject({ paymentSent: false, orderId: null })
  let orders = 0
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && new URL(asked.url()).pathname === '/api/orders') orders++
  })
  await payButton(page).dblclick()
  await expect(findBankFrame(page).getByRole('button', { name: 'Fail' })).toBeVisible()
  expect(await kept()).toMatchObject({ paymentSent: true, orderId: expect.any(String) })
  await findBankFrame(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
  await expect(page.getByText(/unable to authenticate/)).toBeVisible()
  expect(orders).toBe(1)
  expect(await kept()).toMatchObject({ paymentSent: false, orderId: readOrderId(page) })
  await expect(mainHeading(page)).toHaveText(/^Waiting for payment, until (tomorrow at )?\d\d:\d\d$/)
  expect(await readStoredCart(page, kitchen)).not.toEqual([])
  expect(await fetchBoardOrdersOfCustomer(page, kitchen, name)).toEqual([])

  await fillCard(page, testCards.declined)
  await expect(payButton(page)).toHaveText('Pay £8.70')
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await fillCard(page, '')
  await payButton(page).click()
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible()
  await fillCard(page, testCards.asks)
  await payButton(page).click()
  await findBankFrame(page).getByRole('button', { name: 'Complete' }).click()
  await waitUntilOrderPlaced(page)
  await expect(mainHeading(page)).toBeFocused()
  await expect(page.getByText('It is paid, and the kitchen has it.')).toBeVisible()
  await expect.poll(kept).toMatchObject({ vendor: null, itemsByVendor: {}, paymentSent: false, orderId: null })
  expect(await readStoredCart(page, kitchen)).toEqual([])
  expect(orders).toBe(1)
  expect(await fetchBoardOrdersOfCustomer(page, kitchen, name)).toHaveLength(1)
  expect(await readStripePayments(paying, readOrderId(page))).toMatchObject([{ status: 'requires_capture' }])
})
