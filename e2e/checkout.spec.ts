import type { APIRequestContext } from '@playwright/test'
import { violations } from './axe.ts'
import { fillCart, placeButton, placedPage, sayWhere, sayWho, toCheckout } from './checkout-page.ts'
import { createOpenKitchen, type OpenKitchen } from './kitchens.ts'
import { box, logInWith } from './login-page.ts'
import { bearer, createReader, logIn, PASSWORD } from './readers.ts'
import { test as base, expect, open, ready } from './test.ts'

const zones = [
  { prefixes: ['AB1'], fee: null, freeOver: null, minimum: null },
  { prefixes: ['AB2'], fee: 400, freeOver: null, minimum: 1500 },
]
const test = base.extend<{ kitchen: OpenKitchen }>({
  kitchen: async ({ request }, use) => use(await createOpenKitchen(request, { zones })),
})

/** How many orders of a name the kitchen has on its board. */
async function ordersOf(request: APIRequestContext, { vId, owner }: OpenKitchen, name: string): Promise<number> {
  const answer = await request.get(`/api/kitchen/${vId}/board`, { headers: bearer(owner) })
  const { orders } = await answer.json()
  return orders.filter((order: { customer: { name: string } }) => order.customer.name === name).length
}

test('S5.01 S4.05 a guest gives name and email, chooses where and when, and has an order', async ({
  page,
  kitchen,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/order/${kitchen.slug}`)
  for (const dish of ['Lemonade', 'Lemonade', 'Loaded fries'])
    await page.getByRole('button', { name: `Add ${dish}` }).click()
  await page.getByRole('button', { name: /^Your order/ }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await placeButton(page).click()
  await expect(page.getByText('Please provide both name and email.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter the street and the number.')).toBeVisible()
  await sayWho(page)
  await sayWhere(page, 'ab1 2cd')
  await expect(page.getByText('Delivery £2.50, free over £25.00')).not.toHaveCount(0)
  await page.getByLabel('By card').check()
  await page.getByLabel('Note for the kitchen').fill('The blue door.')
  await page.getByRole('button', { name: 'Place order, £11.20' }).click()
  await expect(page).toHaveURL(placedPage)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state)
  expect(kept).toMatchObject({
    vendor: null,
    itemsByVendor: {},
    address: { address: '', city: '', postcode: '' },
    orderId: null,
    paymentSent: false,
    deliveryFee: 0,
    deliveryFreeOrdersOver: null,
  })
})

test.describe('what is not there, refused, lost, or changed meanwhile', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('S8.03 a guest who cannot be let in is told so, and it is logged; nothing is lost', async ({
    page,
    kitchen,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await toCheckout(page, kitchen)
    await page.route('**/auth/guestcheckout', (route) =>
      route.fulfill({ status: 400, json: { code: 'email_invalid', message: 'That is not an email address.' } }),
    )
    await page.getByLabel('I pick it up').check()
    const email = await sayWho(page)
    const failed = page.waitForResponse('**/auth/guestcheckout')
    await placeButton(page).click()
    await failed
    await expect(page.getByText('That is not an email address.')).toBeVisible()
    expect(logged.some((line) => line.startsWith('Guest login failed'))).toBe(true)
    await page.unroute('**/auth/guestcheckout')
    await page.reload()
    await ready(page)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
    await placeButton(page).click()
    await expect(page).toHaveURL(placedPage)
  })
  test('retries and double clicks make duplicate orders: of a double click and of an answer that is lost comes one', async ({
    page,
    request,
    kitchen,
  }) => {
    const name = `Gus ${crypto.randomUUID().slice(0, 8)}`
    await toCheckout(page, kitchen)
    await page.getByLabel('I pick it up').check()
    await sayWho(page, { name })
    let answers = 0
    await page.route('**/api/orders', async (route) => {
      // The server has placed it; the browser does not hear of it the first time.
      const response = await route.fetch()
      if (answers++ === 0) await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    await placeButton(page).dblclick()
    await expect(page.getByText(/it is not known whether your order has arrived/)).toBeVisible()
    await expect(page.getByLabel('Note for the kitchen')).toBeDisabled()
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Send the order again' }).click()
    await expect(page).toHaveURL(placedPage)
    expect(answers).toBe(2)
    expect(await ordersOf(request, kitchen, name)).toBe(1)
  })

  test('what the kitchen has changed meanwhile is explained, and nothing is placed until the customer agrees', async ({
    page,
    request,
  }) => {
    const kitchen = await createOpenKitchen(request)
    const stale = await (await request.get(`/api/kitchens/${kitchen.slug}`)).json()
    let isStale = true
    await page.route(`**/api/kitchens/${kitchen.slug}`, (route) =>
      isStale ? route.fulfill({ json: stale }) : route.continue(),
    )
    await toCheckout(page, kitchen)
    await page.getByLabel('I pick it up').check()
    const name = `Gus ${crypto.randomUUID().slice(0, 8)}`
    await sayWho(page, { name })
    const [drinks] = kitchen.kitchen.categories.filter(({ name }) => name === 'Drinks')
    const [lemonade] = drinks?.items ?? []
    if (!drinks || !lemonade) throw new Error('There is no lemonade.')
    const dearer = { categoryId: drinks.id, name: 'Lemonade', price: 200 }
    const changed = await request.put(`/api/kitchen/${kitchen.vId}/items/${lemonade.itemId}`, {
      headers: bearer(kitchen.owner),
      data: dearer,
    })
    expect(changed.ok()).toBe(true)
    await page.route('**/api/orders', async (route) => {
      isStale = false
      await route.continue()
    })
    await page.getByRole('button', { name: 'Place order, £8.70' }).click()
    await expect(page.getByText('The total is £9.50 now; it was £8.70.')).toBeVisible()
    expect(await ordersOf(request, kitchen, name)).toBe(0)
    await expect(page.getByText('Lemonade: £1.60 before, £2.00 now')).toBeVisible()
    await page.getByRole('button', { name: 'Place order, £9.50' }).click()
    await expect(page).toHaveURL(placedPage)
    expect(await ordersOf(request, kitchen, name)).toBe(1)
  })

  test('an empty order and a kitchen that is not there say where to go on; with every mistake the checkout keeps to the rules of accessibility by day and by night, and to a window of 320 px', async ({
    page,
    kitchen,
  }) => {
    await open(page, `/order/${kitchen.slug}/checkout`)
    await expect(page.getByText(`There is nothing in your order from ${kitchen.name} yet.`)).toBeVisible()
    await open(page, '/order/no-such-kitchen/checkout')
    await expect(page.getByRole('heading', { name: 'No kitchen at this address' })).toBeVisible()
    await toCheckout(page, kitchen)
    await page.getByLabel('At a time I choose').check()
    await placeButton(page).click()
    await expect(page.getByText('Please provide both name and email.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

test('a new address at checkout escapes the zone check: it does not', async ({ page, kitchen }) => {
  await toCheckout(page, kitchen)
  await sayWho(page)
  await sayWhere(page, 'AB1 2CD')
  await expect(placeButton(page)).toHaveText('Place order, £11.20')
  await page.getByLabel('Postcode').fill('ZZ9 9ZZ')
  await expect(page.getByText("We don't deliver to ZZ9 9ZZ.")).toBeVisible()
  await placeButton(page).click()
  await expect(page.getByRole('alert').getByText("We don't deliver to ZZ9 9ZZ.")).toBeVisible()
  await page.getByLabel('Postcode').fill('AB2 4CD')
  await expect(page.getByText('£6.30 short of the minimum of £15.00 for delivery.').first()).toBeVisible()
  await expect(placeButton(page)).toHaveText('Place order, £12.70')
  await page.getByLabel('I pick it up').check()
  await expect(page.getByLabel('Postcode')).toHaveCount(0)
  await expect(placeButton(page)).toHaveText('Place order, £8.70')
})

test('who logs in on the way loses nothing of what was filled in', async ({ page, request, kitchen }) => {
  const nora = await createReader(request)
  await toCheckout(page, kitchen)
  await sayWhere(page, 'AB1 2CD')
  await page.getByLabel('Note for the kitchen').fill('Ring twice.')
  await page.getByLabel('By card').check()
  await page.getByRole('form', { name: 'Checkout' }).getByRole('link', { name: 'log in' }).click()
  await expect(box(page, 'login-email')).toBeVisible()
  await logInWith(page, nora.email, PASSWORD)
  await expect(page.locator('.checkout-who')).toContainText(nora.email)
  await expect(page.getByLabel('Note for the kitchen')).toHaveValue('Ring twice.')
  await expect(page.getByLabel('Street and number')).toHaveValue('12 High Street')
  await expect(page.getByLabel('By card')).toBeChecked()
  await page.getByRole('button', { name: 'Place order, £11.20' }).click()
  await expect(page).toHaveURL(placedPage)
})

test('a signed-in customer orders from two kitchens, and the second order waits in the browser; it is filled in by keyboard alone', async ({
  page,
  request,
  kitchen,
}) => {
  const other = await createOpenKitchen(request)
  await logIn(page, await createReader(request))
  await fillCart(page, other)
  await toCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await placeButton(page).click()
  await expect(page).toHaveURL(placedPage)
  await open(page, `/order/${other.slug}/checkout`)
  await page.getByLabel('Deliver it').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('I pick it up')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('As soon as possible')).toBeFocused()
  await page.getByLabel('Phone, if you like').focus()
  await page.keyboard.type('+44 20 7946 0000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(placedPage)
  await open(page, '/orders')
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByText(new RegExp(`^Order \\d+ at ${kitchen.name}`))).toBeVisible()
  await expect(now.getByText(new RegExp(`^Order \\d+ at ${other.name}`))).toBeVisible()
})

test('a kitchen that is closed says when it opens, and takes an order for then', async ({ page, request, kitchen }) => {
  const until = Date.now() + 3_600_000
  await request.put(`/api/kitchen/${kitchen.vId}/pause`, { headers: bearer(kitchen.owner), data: { until } })
  await toCheckout(page, kitchen)
  await expect(page.getByLabel('As soon as possible')).toBeDisabled()
  await expect(page.getByLabel('At a time I choose')).toBeChecked()
  await expect(page.getByText(/^Paused until/).first()).toBeVisible()
  await page.getByLabel('Day', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('I pick it up').check()
  await page.getByLabel('Day', { exact: true }).selectOption({ index: 2 })
  const slot = await page.getByLabel('Time', { exact: true }).inputValue()
  await sayWho(page)
  const sent = page.waitForRequest('**/api/orders')
  await placeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ slotAt: Number(slot), service: 'pickup', address: null })
  await expect(page).toHaveURL(placedPage)
})
