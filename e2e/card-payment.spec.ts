import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { VERSION_POLL_MS } from '#contract/limits.ts'
import { PAYMENT_WAIT_MS } from '#contract/ordering-limits.ts'
import { testCards } from '../server/testing/stripe/test-cards.ts'
import { violations } from './axe.ts'
import { placedPage, sayWho, toCheckout } from './checkout-page.ts'
import { test as usual } from './desk-test.ts'
import { createOpenKitchen, type OpenKitchen } from './kitchens.ts'
import { bankFrame, boardOf, cardFrame, fillCard, orderAt, paymentsOf, test } from './paying-site.ts'
import { moveTo } from './placed-orders.ts'
import { bearer, PASSWORD, uniqueWord } from './readers.ts'
import { tellStripe } from './stripe-routes.ts'
import { expect, live, open, ready, withoutLive } from './test.ts'

const kB = 1000

/** A refused card, the browser says by itself. */
test.use({ expectMessages: /status of 402 / })

const payButton = (page: Page) => page.getByRole('button', { name: /^(Place order and pay|Pay) £/ })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const placed = (page: Page) => expect(heading(page)).toHaveText('Waiting for the kitchen')
const cartOf = (page: Page, { vId }: OpenKitchen) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem('order') ?? '{}').state.itemsByVendor[id] ?? [], vId)

/** A checkout of a pickup for £8.70 that is to be paid by card, whose fields are there. @returns the customer's name */
async function toCardCheckout(page: Page, kitchen: OpenKitchen): Promise<string> {
  const name = `Gus ${uniqueWord()}`
  await toCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await sayWho(page, { name })
  await page.getByLabel('Now, by card').check()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  return name
}

/** What axe finds, but the contrast within the provider's frame: axe sees no ground there, where it is that of the page. */
const barriers = async (page: Page) =>
  (await violations(page)).filter((found) => !/ color-contrast: iframe [^,]+(,iframe [^,]+)*$/.test(found))

/** Goes on to the page of an order that waits for its payment, as its card was refused. @returns the customer's name */
async function toUnpaidOrder(page: Page, kitchen: OpenKitchen): Promise<string> {
  const name = await toCardCheckout(page, kitchen)
  await fillCard(page, testCards.noFunds)
  await payButton(page).click()
  await expect(page).toHaveURL(placedPage)
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  return name
}

test("S7.18 a card payment provider's script loads at start-up, once the page answers and the browser is idle; it counts apart, and what loads it is at most 3 kB", async ({
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
  await page.goto('/about-me')
  await settings
  await script
  const before: [string, number][] = JSON.parse((await page.locator('html').getAttribute('data-scripts')) ?? '[]')
  expect(before.length).toBeGreaterThan(2)
  expect(before.filter(([name]) => /stripe|card-payments|\/pure-/.test(name))).toEqual([])
  expect(before.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(100 * kB)
  const loader = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/(card-payments|pure)-/.test(name))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  expect(loader).toHaveLength(2)
  expect(loader.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(3 * kB)

  const policy = (await request.get('/about-me')).headers()['content-security-policy']
  expect(policy).toContain('https://js.stripe.com')
  // Once: going on within the site asks for nothing again.
  const again: string[] = []
  page.on('request', (asked) => /settings|stripe\.js/.test(asked.url()) && again.push(asked.url()))
  await page.waitForFunction(() => 'Stripe' in window)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await live(page)
  expect(again).toEqual([])
})

usual(
  'where the site takes no cards, nothing of Stripe is asked for, allowed or shown',
  async ({ page, request, admin }) => {
    const kitchen = await createOpenKitchen(request, admin)
    expect(await (await request.get('/api/payments/settings')).json()).toEqual({ stripe: null })
    await toCheckout(page, kitchen)
    const settings = page.waitForResponse('**/api/payments/settings')
    await page.reload()
    await settings
    await live(page)
    await expect(page.getByLabel('In cash')).toBeVisible()
    await expect(page.getByLabel('Now, by card')).toHaveCount(0)
    const policy = (await request.get('/order')).headers()['content-security-policy']
    expect(policy).not.toContain('stripe')
  },
)

test('on a phone, by keyboard alone, an order is paid by card; nothing of the card comes to this site, and a refund is seen live', async ({
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
  await toCheckout(page, kitchen)
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
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(cardFrame(page).getByLabel('Card number')).toBeFocused()
  await page.keyboard.type(testCards.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await payButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(placedPage)
  await placed(page)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('Held on your card (Visa ending in 4242)')
  expect(await cartOf(page, kitchen)).toEqual([])
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((one) => /4242 ?4242/.test(one))).toEqual([])

  const [order] = await boardOf(page, kitchen, name)
  if (!order) throw new Error('The kitchen has no such order.')
  await live(page)
  await moveTo(request, kitchen, order, 'accepted')
  await expect(receipt).toContainText('Paid by card, Visa ending in 4242')
  const answer = await request.post(`/api/kitchen/${kitchen.vId}/orders/${order.orderId}/refunds`, {
    headers: bearer(kitchen.owner),
    data: { key: crypto.randomUUID(), amount: 160, reason: 'The lemonade was warm', currentPassword: PASSWORD },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await expect(receipt).toContainText('Given back to your card')
  await expect(receipt).toContainText('-£1.60')
})

test('a declined card is explained where the order is, and another one pays it', async ({ page, paying }) => {
  const name = await toUnpaidOrder(page, paying.kitchen)
  await expect(heading(page)).toHaveText(/^Waiting for payment, until (tomorrow at )?\d\d:\d\d$/)
  expect(await cartOf(page, paying.kitchen)).not.toEqual([])
  expect(await boardOf(page, paying.kitchen, name)).toEqual([])
  await payButton(page).click()
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible()
  await fillCard(page, testCards.good)
  await expect(payButton(page)).toHaveText('Pay £8.70')
  await payButton(page).click()
  await placed(page)
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText('It is paid, and the kitchen has it.')).toBeVisible()
  expect(await cartOf(page, paying.kitchen)).toEqual([])
  expect(await boardOf(page, paying.kitchen, name)).toHaveLength(1)
  expect(await paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'requires_capture' }])
})

test('a bank that asks (3-D Secure) and hears no leaves the order unpaid; hears yes, and it is placed', async ({
  page,
  paying,
}) => {
  await toCardCheckout(page, paying.kitchen)
  await fillCard(page, testCards.asks)
  await payButton(page).click()
  await bankFrame(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page).toHaveURL(placedPage)
  await expect(page.getByText(/unable to authenticate/)).toBeVisible()
  await fillCard(page, testCards.asks)
  await payButton(page).click()
  await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
  await placed(page)
  expect(await paymentsOf(paying, orderAt(page))).toHaveLength(1)
})

test('the back button in the middle of a payment: the checkout says first that an order waits, and it is paid once', async ({
  page,
  paying,
}) => {
  const { kitchen } = paying
  const name = await toCardCheckout(page, kitchen)
  await fillCard(page, testCards.asks)
  await payButton(page).click()
  await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  await page.goBack()
  await open(page, `/order/${kitchen.slug}/checkout`)
  const notice = page.getByRole('status').filter({ hasText: 'waits for its payment' })
  await expect(notice).toContainText(/^Your order \d+ here, for £8\.70, waits for its payment, until /)
  // What was filled in has stayed, too.
  await expect(page.getByRole('form', { name: 'Checkout' }).getByText(name)).toBeVisible()
  await notice.getByRole('link', { name: 'Pay it or cancel it' }).click()
  await expect(page).toHaveURL(placedPage)
  await fillCard(page, testCards.mastercard)
  await payButton(page).click()
  await placed(page)
  expect(await boardOf(page, kitchen, name)).toHaveLength(1)
  expect(await paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'requires_capture' }])
  await open(page, `/order/${kitchen.slug}/checkout`)
  await expect(page.getByText(`There is nothing in your order from ${kitchen.name} yet.`)).toBeVisible()
})

test('a double click makes one order and one payment', async ({ page, paying }) => {
  const name = await toCardCheckout(page, paying.kitchen)
  await fillCard(page, testCards.good)
  let orders = 0
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && new URL(asked.url()).pathname === '/api/orders') orders++
  })
  await payButton(page).dblclick()
  await placed(page)
  expect(orders).toBe(1)
  expect(await boardOf(page, paying.kitchen, name)).toHaveLength(1)
  expect(await paymentsOf(paying, orderAt(page))).toHaveLength(1)
})

test.describe('a network that is lost', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('after a card was confirmed: it is not known yet whether the payment arrived, and the page finds out by itself', async ({
    page,
    paying,
  }) => {
    const name = await toCardCheckout(page, paying.kitchen)
    await fillCard(page, testCards.good)
    // Nobody tells the site, and what the provider says of it does not arrive.
    await tellStripe(paying.stripe, 'hold', { isHeld: true })
    await tellStripe(paying.stripe, 'fail', { trouble: 'lose', name: 'confirm' })
    await page.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
      await page.route(`${paying.origin}/api/orders/**`, (own) => own.abort())
      await route.fallback()
    })
    await payButton(page).click()
    await expect(page).toHaveURL(placedPage)
    await expect(page.getByText('It is not known yet whether the payment arrived; we are asking.')).toBeVisible()
    await expect(payButton(page)).toBeHidden()
    await page.unroute(`${paying.origin}/api/orders/**`)
    await placed(page)
    expect(await boardOf(page, paying.kitchen, name)).toHaveLength(1)
    expect(await paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'requires_capture' }])
  })

  test('before a card was confirmed: nothing was taken, and it is paid again', async ({ page, paying }) => {
    await toCardCheckout(page, paying.kitchen)
    await fillCard(page, testCards.good)
    await tellStripe(paying.stripe, 'fail', { trouble: 'cut', name: 'confirm' })
    await payButton(page).click()
    await expect(page.getByText('The payment has not arrived, and nothing was taken. Pay again.')).toBeVisible()
    await fillCard(page, testCards.good)
    await payButton(page).click()
    await placed(page)
    expect(await paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'requires_capture' }])
  })

  test('the fields for a card that are kept away are explained, and come when they are let in', async ({
    page,
    paying,
  }) => {
    const scripts = /^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js/
    await page.route(scripts, (route) => route.abort())
    await toCheckout(page, paying.kitchen)
    await page.getByLabel('Now, by card').check()
    const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await expect(problem).toContainText('keep js.stripe.com away. Try again, or choose another way to pay.')
    await page.getByLabel('I pick it up').check()
    await sayWho(page)
    await payButton(page).click()
    await expect(page.getByText('The fields for your card are not there yet.')).toBeVisible()
    await page.unroute(scripts)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await payButton(page).click()
    await expect(page.getByRole('alert').getByText('Your card number is incomplete.')).toBeVisible()
    await expect(cardFrame(page).getByLabel('Card number')).toBeFocused()
  })
})

test('a reload in the middle, and coming back from the bank: the order goes on, and nothing of the payment stays in the address', async ({
  page,
  paying,
}) => {
  await toUnpaidOrder(page, paying.kitchen)
  await fillCard(page, testCards.asks)
  await payButton(page).click()
  await expect(bankFrame(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(payButton(page)).toBeVisible()
  // As a bank does that asks on a page of its own; the event comes later.
  await tellStripe(paying.stripe, 'hold', { isHeld: true })
  const [payment] = await paymentsOf(paying, orderAt(page))
  await tellStripe(paying.stripe, 'authenticate', { payment: payment?.id ?? '', isThem: true })
  const address = page.url()
  await page.goto(
    `${address}?payment_intent=${payment?.id}&payment_intent_client_secret=secret&redirect_status=succeeded`,
  )
  await placed(page)
  await expect(page).toHaveURL(address)
  await tellStripe(paying.stripe, 'deliver', { times: 2 })
  expect(await paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'requires_capture' }])
})

test('an order that is not paid in time expires while its page is open, and one that is cancelled takes nothing; the cart stays', async ({
  page,
  paying,
}) => {
  await toUnpaidOrder(page, paying.kitchen)
  await live(page)
  const database = new DatabaseSync(`${paying.dataFolder}/site.sqlite`, { timeout: 10_000 })
  const late = Date.now() - PAYMENT_WAIT_MS
  database.prepare('UPDATE orders SET placed_at = ? WHERE id = ?').run(late, orderAt(page))
  database.close()
  await expect(heading(page)).toHaveText('Not paid')
  await expect(page.locator('.tracking-next')).toHaveText('It was not paid. Nothing was charged.')
  await expect(payButton(page)).toHaveCount(0)
  await expect.poll(() => paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'canceled' }])

  await open(page, `/order/${paying.kitchen.slug}/checkout`)
  await page.getByLabel('Now, by card').check()
  await expect(page.getByText('waits for its payment')).toHaveCount(0)
  await fillCard(page, testCards.declined)
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(heading(page)).toHaveText('Cancelled')
  await expect.poll(() => paymentsOf(paying, orderAt(page))).toMatchObject([{ status: 'canceled' }])
  expect(await cartOf(page, paying.kitchen)).not.toEqual([])
})

test('paying has no barriers that axe finds, fits 320 px, and turns to night while it is open; amounts that no card can be charged say so', async ({
  page,
  request,
  paying,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await toCardCheckout(page, paying.kitchen)
  const ground = () =>
    cardFrame(page)
      .getByLabel('Card number')
      .evaluate((field) => getComputedStyle(field).backgroundColor)
  const day = await ground()
  await page.getByRole('button', { name: 'Change between day and night' }).click()
  await expect.poll(ground).not.toBe(day)
  await page.getByRole('button', { name: 'Change between day and night' }).click()
  await expect.poll(ground).toBe(day)
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await tooWide()).toBeLessThanOrEqual(0)

  await fillCard(page, testCards.noFunds)
  await payButton(page).click()
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  expect(await tooWide()).toBeLessThanOrEqual(0)
  expect(await barriers(page)).toEqual([])

  const cheap = await createOpenKitchen(request, paying.admin)
  const [drinks] = cheap.kitchen.categories.filter(({ name }) => name === 'Drinks')
  await request.post(`/api/kitchen/${cheap.vId}/items`, {
    headers: bearer(cheap.owner),
    data: { name: 'Mint', price: 20, categoryId: drinks?.id },
  })
  await open(page, `/order/${cheap.slug}`)
  await page.getByRole('button', { name: 'Add Mint' }).click()
  await open(page, `/order/${cheap.slug}/checkout`)
  await page.getByLabel('I pick it up').check()
  await expect(page.getByLabel('Now, by card')).toBeDisabled()
  await expect(page.getByText('A card is charged £0.30 or more.')).toBeVisible()
})

test('a new version of the site waits while a card is filled in', async ({ page, paying }) => {
  await page.clock.install()
  await withoutLive(page)
  let version = 'one'
  await page.route('**/api/version', (route) => route.fulfill({ json: { version } }))
  await toCardCheckout(page, paying.kitchen)
  version = 'another'
  const asked = page.waitForResponse('**/api/version')
  await page.clock.fastForward(VERSION_POLL_MS)
  await asked
  const banner = page.getByText('A new version of the site is available')
  await expect(banner).toHaveCount(0)
  await page.getByLabel('In cash').check()
  await expect(banner).toBeVisible()
})
