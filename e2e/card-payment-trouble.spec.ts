import { DatabaseSync } from 'node:sqlite'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import {
  findCheckoutAxeViolations,
  mainHeading,
  openCardCheckout,
  payButton,
  readStoredCart,
  waitUntilOrderPlaced,
} from './card-checkout.ts'
import { fillCustomer, openCheckout, placedOrderUrlPattern } from './checkout-page.ts'
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
import { uniqueWord } from './readers.ts'
import { callStripeDouble } from './stripe-routes.ts'
import { expect, hydratePage, openPage, waitForLiveConnection } from './test.ts'

/** The browser logs the response to a declined card, which has the status 402. */
test.use({ expectMessages: /status of 402 / })

// Amounts that a card cannot pay, and a new version during checkout, are tested in
// web/features/ordering/checkout-screen.test.ts.

test.describe('a lost network', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('the checkout shows an error when the card fields are blocked; when a lost connection hides the result of a payment, the page says so and later shows the result', async ({
    page,
    paying,
  }) => {
    const scripts = /^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js/
    await page.route(scripts, (route) => route.abort())
    const name = `Gus ${uniqueWord()}`
    await openCheckout(page, paying.kitchen)
    await page.getByLabel('Now, by card').check()
    const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await expect(problem).toContainText('keep js.stripe.com away. Try again, or choose another way to pay.')
    await page.getByLabel('I pick it up').check()
    await fillCustomer(page, { name })
    await payButton(page).click()
    await expect(page.getByText('The fields for your card are not there yet.')).toBeVisible()
    await page.unroute(scripts)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await expect(findCardFrame(page).getByLabel('Card number')).toBeVisible()
    await payButton(page).click()
    await expect(page.getByRole('alert').getByText('Your card number is incomplete.')).toBeVisible()
    await expect(findCardFrame(page).getByLabel('Card number')).toBeFocused()

    await fillCard(page, testCards.good)
    // The webhook is held back, and the provider's response is lost.
    await callStripeDouble(paying.stripe, 'hold', { isHeld: true })
    await callStripeDouble(paying.stripe, 'fail', { trouble: 'lose', name: 'confirm' })
    await page.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
      await page.route(`${paying.origin}/api/orders/**`, (own) => own.abort())
      await route.fallback()
    })
    await payButton(page).click()
    await expect(page).toHaveURL(placedOrderUrlPattern)
    await expect(page.getByText('It is not known yet whether the payment arrived; we are asking.')).toBeVisible()
    await expect(payButton(page)).toBeHidden()
    await page.unroute(`${paying.origin}/api/orders/**`)
    await waitUntilOrderPlaced(page)
    expect(await fetchBoardOrdersOfCustomer(page, paying.kitchen, name)).toHaveLength(1)
    expect(await readStripePayments(paying, readOrderId(page))).toMatchObject([{ status: 'requires_capture' }])
  })

  test('after Back or a reload, the customer can still pay an unpaid order; the order is paid only once, and its URL contains no secrets', async ({
    page,
    paying,
  }) => {
    const { kitchen } = paying
    await openPage(page, `/order/${kitchen.slug}`)
    const name = await openCardCheckout(page, kitchen)
    await fillCard(page, testCards.asks)
    await payButton(page).click()
    await expect(findBankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await page.goBack()
    await openPage(page, `/order/${kitchen.slug}/checkout`)
    const notice = page.getByRole('status').filter({ hasText: 'waits for its payment' })
    await expect(notice).toContainText(/^Your order \d+ here, for £8\.70, waits for its payment, until /)
    // The form keeps its values, too.
    await expect(page.getByRole('form', { name: 'Checkout' }).getByText(name)).toBeVisible()
    await notice.getByRole('link', { name: 'Pay it or cancel it' }).click()
    await expect(page).toHaveURL(placedOrderUrlPattern)

    await fillCard(page, testCards.mastercard)
    await callStripeDouble(paying.stripe, 'fail', { trouble: 'cut', name: 'confirm' })
    await payButton(page).click()
    await expect(page.getByText('The payment has not arrived, and nothing was taken. Pay again.')).toBeVisible()

    await fillCard(page, testCards.asks)
    await payButton(page).click()
    await expect(findBankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await page.reload()
    await hydratePage(page)
    await expect(payButton(page)).toBeVisible()
    // Simulates a bank that asks for confirmation on its own page. The webhook event follows later.
    await callStripeDouble(paying.stripe, 'hold', { isHeld: true })
    const [payment] = await readStripePayments(paying, readOrderId(page))
    await callStripeDouble(paying.stripe, 'authenticate', { payment: payment?.id ?? '', isThem: true })
    const address = page.url()
    await page.goto(
      `${address}?payment_intent=${payment?.id}&payment_intent_client_secret=secret&redirect_status=succeeded`,
    )
    await waitUntilOrderPlaced(page)
    await expect(page).toHaveURL(address)
    await callStripeDouble(paying.stripe, 'deliver', { times: 2 })
    expect(await fetchBoardOrdersOfCustomer(page, kitchen, name)).toHaveLength(1)
    expect(await readStripePayments(paying, readOrderId(page))).toMatchObject([{ status: 'requires_capture' }])
    await openPage(page, `/order/${kitchen.slug}/checkout`)
    await expect(page.getByText(`There is nothing in your order from ${kitchen.name} yet.`)).toBeVisible()
  })
})

test('when an order with a declined card expires or is cancelled, nothing is charged; its page has no accessibility violations, fits 320 px and follows the theme', async ({
  page,
  paying,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openCardCheckout(page, paying.kitchen)
  const ground = () =>
    findCardFrame(page)
      .getByLabel('Card number')
      .evaluate((field) => getComputedStyle(field).backgroundColor)
  // The colours are applied only after the fields have loaded.
  await expect.poll(ground).not.toBe('rgba(0, 0, 0, 0)')
  const day = await ground()
  await page.getByRole('button', { name: 'Change between day and night' }).click()
  await expect.poll(ground).not.toBe(day)
  await page.getByRole('button', { name: 'Change between day and night' }).click()
  await expect.poll(ground).toBe(day)
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await findCheckoutAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await tooWide()).toBeLessThanOrEqual(0)

  await fillCard(page, testCards.noFunds)
  await payButton(page).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(findCardFrame(page).getByLabel('Card number')).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
  expect(await findCheckoutAxeViolations(page)).toEqual([])

  await waitForLiveConnection(page)
  const database = new DatabaseSync(`${paying.dataFolder}/site.sqlite`, { timeout: 10_000 })
  const late = Date.now() - PAYMENT_DEADLINE_MS
  database.prepare('UPDATE orders SET placed_at = ? WHERE id = ?').run(late, readOrderId(page))
  database.close()
  await expect(mainHeading(page)).toHaveText('Not paid')
  await expect(payButton(page)).toHaveCount(0)
  await expect.poll(() => readStripePayments(paying, readOrderId(page))).toMatchObject([{ status: 'canceled' }])
  // No card was charged at any time, and the page says so.
  await expect(page.locator('.tracking-next')).toHaveText('It was not paid. Your card was not charged.')

  await openPage(page, `/order/${paying.kitchen.slug}/checkout`)
  await page.getByLabel('Now, by card').check()
  await expect(page.getByText('waits for its payment')).toHaveCount(0)
  await fillCard(page, testCards.declined)
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(mainHeading(page)).toHaveText('Cancelled')
  await expect.poll(() => readStripePayments(paying, readOrderId(page))).toMatchObject([{ status: 'canceled' }])
  expect(await readStoredCart(page, paying.kitchen)).not.toEqual([])
})
