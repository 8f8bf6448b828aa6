import { findAxeAndOverflowViolations } from './axe.ts'
import {
  fillAddress,
  fillCustomer,
  openCheckout,
  placedOrderUrlPattern,
  placeOrderButton,
  storeCart,
} from './checkout-page.ts'
import { createOpenKitchen, type OpenKitchen } from './kitchens.ts'
import { elementById, submitLoginForm } from './login-page.ts'
import { createReader, logInBrowser, PASSWORD } from './readers.ts'
import { test as base, expect, openPage } from './test.ts'

const test = base.extend<{ kitchen: OpenKitchen }>({
  kitchen: async ({ request }, use) => use(await createOpenKitchen(request)),
})

test('S5.01 S4.05 a guest enters name, email and delivery address, chooses how to pay, and places an order', async ({
  page,
  kitchen,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, `/order/${kitchen.slug}`)
  for (const dish of ['Lemonade', 'Lemonade', 'Loaded fries'])
    await page.getByRole('button', { name: `Add ${dish}` }).click()
  await page.getByRole('button', { name: /^Your order/ }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await placeOrderButton(page).click()
  await expect(page.getByText('Please provide both name and email.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter the street and the number.')).toBeVisible()
  await fillCustomer(page)
  await fillAddress(page, 'ab1 2cd')
  await expect(page.getByText('Delivery £2.50, free from £25.00')).not.toHaveCount(0)
  await page.getByLabel('By card').check()
  await page.getByLabel('Note for the kitchen').fill('The blue door.')
  await page.getByRole('button', { name: 'Place order, £11.20' }).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
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

// Missing, refused, lost or changed parts of an order, delivery zones and pauses are tested in
// web/features/ordering/checkout-screen.test.ts.

test('the checkout with all its errors shown has no accessibility violations and fits 320 px', async ({
  page,
  kitchen,
}) => {
  await openCheckout(page, kitchen)
  await page.getByLabel('At a time I choose').check()
  await placeOrderButton(page).click()
  await expect(page.getByText('Please provide both name and email.')).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

test('logging in during the checkout keeps the form’s values', async ({ page, request, kitchen }) => {
  const nora = await createReader(request)
  await openCheckout(page, kitchen)
  await fillAddress(page, 'AB1 2CD')
  await page.getByLabel('Note for the kitchen').fill('Ring twice.')
  await page.getByLabel('By card').check()
  await page.getByRole('form', { name: 'Checkout' }).getByRole('link', { name: 'log in' }).click()
  await expect(elementById(page, 'login-email')).toBeVisible()
  await submitLoginForm(page, nora.email, PASSWORD)
  await expect(page.locator('.checkout-who')).toContainText(nora.email)
  await expect(page.getByLabel('Note for the kitchen')).toHaveValue('Ring twice.')
  await expect(page.getByLabel('Street and number')).toHaveValue('12 High Street')
  await expect(page.getByLabel('By card')).toBeChecked()
  await page.getByRole('button', { name: 'Place order, £11.20' }).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
})

test('a logged-in customer orders from two kitchens, and placing the first order keeps the cart of the second kitchen', async ({
  page,
  request,
  kitchen,
}) => {
  const other = await createOpenKitchen(request)
  await logInBrowser(page, await createReader(request))
  await storeCart(page, other)
  await openCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await placeOrderButton(page).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
  await openPage(page, `/order/${other.slug}/checkout`)
  await page.getByLabel('Deliver it').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('I pick it up')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('As soon as possible')).toBeFocused()
  await page.getByLabel('Phone, if you like').focus()
  await page.keyboard.type('+44 20 7946 0000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(placedOrderUrlPattern)
  await openPage(page, '/orders')
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByText(new RegExp(`^Order \\d+ at ${kitchen.name}`))).toBeVisible()
  await expect(now.getByText(new RegExp(`^Order \\d+ at ${other.name}`))).toBeVisible()
})
