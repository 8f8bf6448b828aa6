import { buildAlwaysOpenTerms } from '#contract/testing/sample-menu.ts'
import { KITCHEN_PATH, orderPanel, readCartLines, serveFakeKitchens } from './ordering-page.ts'
import { createReader, logInBrowser } from './readers.ts'
import { expect, hydratePage, openPage, test } from './test.ts'

// Lines, totals, the minimum, Undo, and changes of the menu are tested in
// web/features/ordering/menu/menu-screen.test.ts.

test('the browser keeps one cart for each kitchen, and all tabs show the same cart', async ({ page, context }) => {
  const sushi = buildAlwaysOpenTerms({ slug: 'sushi', name: 'Kettle Sushi' })
  await serveFakeKitchens(page, buildAlwaysOpenTerms(), sushi)
  await openPage(page, KITCHEN_PATH)
  await page.getByRole('button', { name: 'Add Lemonade' }).click()

  const other = await context.newPage()
  await serveFakeKitchens(other, buildAlwaysOpenTerms(), sushi)
  await openPage(other, '/order/sushi')
  await expect(orderPanel(other)).toContainText('You also have an order at Nebelhorn Kitchen (1 item).')
  await other.getByRole('button', { name: 'Add Slaw' }).click()
  await expect.poll(() => readCartLines(orderPanel(other))).toEqual(['1 Slaw £3.20'])
  await expect(orderPanel(page)).toContainText('You also have an order at Kettle Sushi (1 item).')
  await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['1 Lemonade £1.60'])
  await orderPanel(page).getByRole('link', { name: 'Kettle Sushi' }).click()
  await expect(page).toHaveURL('/order/sushi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kettle Sushi')
  await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['1 Slaw £3.20'])
})

test('a cart survives a login; a logout hides it, and the next login of the same reader merges it with the new cart', async ({
  page,
  request,
}) => {
  const reader = await createReader(request)
  await serveFakeKitchens(page)
  await openPage(page, KITCHEN_PATH)
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await logInBrowser(page, reader)
  await page.reload()
  await hydratePage(page)
  const owner = () => page.evaluate(() => JSON.parse(localStorage.getItem('order') ?? '{}').state.owner)
  await expect.poll(owner).toBe(reader.id)
  await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['1 Lemonade £1.60'])
  await orderPanel(page).getByLabel('Postcode for delivery').fill('AB1 2CD')

  // Adding a dish must not fetch the kitchen again.
  const kitchens = /\/api\/kitchens\//
  await page.route(kitchens, () => {})
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(orderPanel(page)).toContainText('Your order from Nebelhorn Kitchen is kept with your account.')
  await page.getByRole('button', { name: 'Add Lemonade' }).click()
  await page.getByRole('button', { name: 'Add Slaw' }).click()
  await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['1 Lemonade £1.60', '1 Slaw £3.20'])
  await page.unroute(kitchens)
  await expect(orderPanel(page).getByLabel('Postcode for delivery')).toHaveValue('')

  // Simulates a login on another page.
  const tokens = await request.post('/auth/manual-login', {
    data: { email: reader.email, password: 'a kettle in a battered hat' },
  })
  await page.evaluate(
    (tokens) => {
      for (const [key, value] of Object.entries<string>(tokens)) localStorage.setItem(key, value)
    },
    await tokens.json(),
  )
  await page.reload()
  await hydratePage(page)
  await expect.poll(() => readCartLines(orderPanel(page))).toEqual(['2 Lemonade £3.20', '1 Slaw £3.20'])
  await expect(orderPanel(page).getByLabel('Postcode for delivery')).toHaveValue('AB1 2CD')
})

test.describe('the cart on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('on a phone, the cart is a bar with the price, and opens as a bottom sheet with a link to the checkout', async ({
    page,
  }) => {
    await serveFakeKitchens(page)
    await openPage(page, '/ueber-mich')
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
    await expect.poll(() => readCartLines(sheet)).toEqual(['1 Lemonade £1.60'])
    await sheet.getByRole('button', { name: 'One more Lemonade' }).tap()
    await expect(sheet.locator('.cart-sum')).toHaveText('Subtotal£3.20Delivery£2.50Total£5.70')
    await expect(sheet.getByRole('link', { name: 'Go to checkout' })).toBeInViewport()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await expect(bar).toBeInViewport()
    await expect(bar).toContainText('2 items · £5.70')
  })
})
