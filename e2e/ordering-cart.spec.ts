import type { Page } from '@playwright/test'
import { fakeHub } from './fake-hub.ts'
import { cartOf, choose, dishOf, idOf, KITCHEN_PATH, linesIn, serveKitchens, termsOf } from './ordering-page.ts'
import { createReader, logIn } from './readers.ts'
import { expect, open, ready, test } from './test.ts'

const sum = (page: Page) => cartOf(page).locator('.cart-sum')

test('S3.07 S4.03 S5.05 S9.03 the same line again raises its quantity; sizes merge because only optionId is compared: not here; sums are right to the penny, and the cart survives a reload', async ({
  page,
}) => {
  const served = await serveKitchens(page)
  await open(page, KITCHEN_PATH)
  const cart = cartOf(page)
  await choose(page, 'Double smash', 'Double', 'Bacon', 'Jalapeños')
  await choose(page, 'Double smash', 'Jalapeños', 'Bacon', 'Double')
  await choose(page, 'Double smash', 'Single')
  await expect
    .poll(() => linesIn(cart))
    .toEqual(['2 Double smash Double, Bacon, Jalapeños £22.40', '1 Double smash Single £8.00'])
  await expect(sum(page)).toHaveText('Subtotal£30.40DeliveryFreeTotal£30.40')

  await cart.getByRole('button', { name: 'One less Double smash' }).first().click()
  await expect(sum(page)).toHaveText('Subtotal£19.20Delivery£2.50Total£21.70')
  await expect(cart).toContainText('£5.80 more for free delivery')
  // 25.00 to the penny is free.
  dishOf(served, 'Slaw').price = 580
  // What is kept by another version, or broken: web/ordering/order-store.test.ts.
  await page.reload()
  await page.getByRole('button', { name: 'Add Slaw' }).click()
  await expect(sum(page)).toHaveText('Subtotal£25.00DeliveryFreeTotal£25.00')
  dishOf(served, 'Slaw').price = 579
  await page.reload()
  await expect(sum(page)).toHaveText('Subtotal£24.99Delivery£2.50Total£27.49')
  await expect(cart).toContainText('£0.01 more for free delivery')
})

test('S4.04 S4.05 removing a line deletes it alone, “Empty the order” clears the cart and the address, and both can be undone where they were', async ({
  page,
}) => {
  await serveKitchens(page)
  await open(page, KITCHEN_PATH)
  for (const dish of ['Halloumi stack', 'Slaw', 'Lemonade'])
    await page.getByRole('button', { name: `Add ${dish}` }).click()
  const cart = cartOf(page)
  const all = ['1 Halloumi stack £8.75', '1 Slaw £3.20', '1 Lemonade £1.60']
  await cart.getByRole('button', { name: 'Remove Slaw' }).click()
  await expect.poll(() => linesIn(cart)).toEqual(['1 Halloumi stack £8.75', '1 Lemonade £1.60'])
  const undo = cart.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect.poll(() => linesIn(cart)).toEqual(all)
  await expect(undo).toHaveCount(0)

  await cart.getByLabel('Postcode for delivery').fill('AB1 2CD')
  await cart.getByRole('button', { name: 'Empty the order' }).click()
  await expect(cart).toContainText('Your order is empty now.')
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state)
  expect(await kept()).toMatchObject({ itemsByVendor: {}, address: { address: '', city: '', postcode: '' } })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect.poll(() => linesIn(cart)).toEqual(all)
  await expect(cart.getByLabel('Postcode for delivery')).toHaveValue('AB1 2CD')
})

test('the minimum blocks adding to the cart instead of placing: not here; nor does a kitchen that is closed', async ({
  page,
}) => {
  const served = await serveKitchens(page, termsOf({ minimumOrder: 1000 }))
  await open(page, KITCHEN_PATH)
  const cart = cartOf(page)
  await page.getByRole('button', { name: 'Add Halloumi stack' }).click()
  await expect(cart).toContainText('£1.25 short of the minimum of £10.00 for delivery.')
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await expect(cart).not.toContainText('short of the minimum')
  await expect(cart.getByRole('link', { name: 'Go to checkout' })).toHaveAttribute('href', `${KITCHEN_PATH}/checkout`)

  for (const { terms } of served.kitchens) terms.hours = { weekly: [], special: [] }
  await page.reload()
  await expect(cart).toContainText('Closed until further notice.')
  await page.getByRole('button', { name: 'Add Slaw' }).click()
  await expect.poll(() => linesIn(cart)).toHaveLength(3)

  for (const { terms } of served.kitchens) terms.zones = [{ prefixes: ['AB'], fee: 400, freeOver: null, minimum: null }]
  await page.reload()
  await cart.getByLabel('Postcode for delivery').fill('XY1 2ZZ')
  await expect(cart).toContainText("We don't deliver to XY1 2ZZ.")
  await cart.getByLabel('Postcode for delivery').fill('AB1 2CD')
  await expect(sum(page)).toContainText('Delivery£4.00')
})

test('carts of several kitchens lie side by side, in every tab the same', async ({ page, context }) => {
  const sushi = termsOf({ slug: 'sushi', name: 'Marble Sushi' })
  await serveKitchens(page, termsOf(), sushi)
  await open(page, KITCHEN_PATH)
  await page.getByRole('button', { name: 'Add Lemonade' }).click()

  const other = await context.newPage()
  await serveKitchens(other, termsOf(), sushi)
  await open(other, '/order/sushi')
  await expect(cartOf(other)).toContainText('You also have an order at Nebelhorn Kitchen (1 item).')
  await other.getByRole('button', { name: 'Add Slaw' }).click()
  await expect.poll(() => linesIn(cartOf(other))).toEqual(['1 Slaw £3.20'])
  await expect(cartOf(page)).toContainText('You also have an order at Marble Sushi (1 item).')
  await expect.poll(() => linesIn(cartOf(page))).toEqual(['1 Lemonade £1.60'])
  await cartOf(page).getByRole('link', { name: 'Marble Sushi' }).click()
  await expect(page).toHaveURL('/order/sushi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marble Sushi')
  await expect.poll(() => linesIn(cartOf(page))).toEqual(['1 Slaw £3.20'])
})

test('a cart stays through logging in; logging out leaves it to its reader, and it comes back joined by the line rule', async ({
  page,
  request,
}) => {
  const reader = await createReader(request)
  await serveKitchens(page)
  await open(page, KITCHEN_PATH)
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await logIn(page, reader)
  await page.reload()
  await ready(page)
  const owner = () => page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state.owner)
  await expect.poll(owner).toBe(reader.id)
  await expect.poll(() => linesIn(cartOf(page))).toEqual(['1 Lemonade £1.60'])
  await cartOf(page).getByLabel('Postcode for delivery').fill('AB1 2CD')

  // What is added needs no kitchen that is asked for anew.
  const kitchens = /\/api\/kitchens\//
  await page.route(kitchens, () => {})
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(cartOf(page)).toContainText('Nothing yet.')
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await page.getByRole('button', { name: 'Add Slaw' }).click()
  await expect.poll(() => linesIn(cartOf(page))).toEqual(['1 Lemonade £1.60', '1 Slaw £3.20'])
  await page.unroute(kitchens)
  await expect(cartOf(page).getByLabel('Postcode for delivery')).toHaveValue('')

  // As from the login page, which is another document.
  const tokens = await request.post('/auth/manual-login', {
    data: { email: reader.email, password: 'a marble in a battered hat' },
  })
  await page.evaluate(
    (tokens) => {
      for (const [key, value] of Object.entries<string>(tokens)) localStorage.setItem(key, value)
    },
    await tokens.json(),
  )
  await page.reload()
  await ready(page)
  await expect.poll(() => linesIn(cartOf(page))).toEqual(['2 Lemonade £3.20', '1 Slaw £3.20'])
  await expect(cartOf(page).getByLabel('Postcode for delivery')).toHaveValue('AB1 2CD')
})

test('a change of the menu is explained beside its line as soon as the hub tells of it, until it has been seen', async ({
  page,
}) => {
  const hub = await fakeHub(page)
  const served = await serveKitchens(page)
  await open(page, KITCHEN_PATH)
  await choose(page, 'Double smash', 'Triple')
  await page.getByRole('button', { name: 'Add Halloumi stack' }).click()
  await expect.poll(() => hub.heard.filter(({ target }) => target === 'watchKitchen').length).toBeGreaterThan(0)

  const [size] = dishOf(served, 'Double smash').options
  for (const choice of size?.choices ?? []) if (choice.name === 'Triple') choice.soldOutUntil = Date.now() + 3_600_000
  dishOf(served, 'Halloumi stack').price = 975
  dishOf(served, 'Lemonade').price = 200
  hub.tell('kitchenChanged', idOf('nebelhorn-kitchen'))
  const cart = cartOf(page)
  await expect(cart).toContainText('Triple is sold out')
  await expect(cart).toContainText('Halloumi stack: £8.75 before, £9.75 now')
  await expect.poll(() => linesIn(cart)).toEqual(['1 Double smash Triple £11.50', '1 Halloumi stack £9.75'])
  await expect(page.getByRole('status').filter({ hasText: 'Prices in your order have changed.' })).toBeAttached()
  await cart.getByRole('button', { name: 'I have seen what changed' }).click()
  await expect(cart).not.toContainText('before')
  // That is so for as long as the kitchen says it.
  await expect(cart).toContainText('Triple is sold out')

  const [burgers] = served.kitchens[0]?.categories ?? []
  burgers?.items.shift()
  hub.tell('kitchenChanged', idOf('nebelhorn-kitchen'))
  await expect(cart).toContainText('No longer on the menu')
  await cart.getByRole('button', { name: 'Remove Double smash' }).click()
  await expect.poll(() => linesIn(cart)).toEqual(['1 Halloumi stack £9.75'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the order is a bar at the bottom with what it costs, which opens a sheet that leads to checkout; the menu and the foot lead to the kitchens', async ({
    page,
  }) => {
    await serveKitchens(page)
    await open(page, '/ueber-mich')
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.locator('#menu').getByRole('link', { name: 'Order food' }).tap()
    await expect(page).toHaveURL('/order')
    await expect(page.locator('.site-footer').getByRole('link', { name: 'Order food' })).toHaveAttribute(
      'href',
      '/order',
    )
    await page.getByRole('link', { name: 'Nebelhorn Kitchen' }).tap()
    await page.getByRole('button', { name: 'Add Lemonade' }).tap()
    const bar = page.getByRole('button', { name: /^Your order/ })
    await expect(bar).toContainText('1 item · £4.10')
    await bar.tap()
    const sheet = page.getByRole('dialog', { name: 'Your order' })
    await expect.poll(() => linesIn(sheet)).toEqual(['1 Lemonade £1.60'])
    await sheet.getByRole('button', { name: 'One more Lemonade' }).tap()
    await expect(sheet.locator('.cart-sum')).toHaveText('Subtotal£3.20Delivery£2.50Total£5.70')
    await expect(sheet.getByRole('link', { name: 'Go to checkout' })).toBeInViewport()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await expect(bar).toBeInViewport()
    await expect(bar).toContainText('2 items · £5.70')
  })
})
