import { errors } from '../contract/errors.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { fillCustomer, openCheckout, placedOrderUrlPattern, placeOrderButton } from './checkout-page.ts'
import { createOpenKitchen } from './kitchens.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { createPageInNewContext } from './readers.ts'
import { expect, openPage, test } from './test.ts'

test.use({ expectMessages: /status of 403/ })

test('at a kitchen that requires a confirmed email address, a guest confirms it on another device and then places the stored order', async ({
  page,
  browser,
  request,
}) => {
  const kitchen = await createOpenKitchen(request, { settings: { confirmFirst: true } })
  await page.setViewportSize({ width: 390, height: 844 })
  await openCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  const email = await fillCustomer(page)
  await placeOrderButton(page).click()
  const refusal = page.getByText(errors.order_unconfirmed.message)
  await expect(refusal).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  const phone = await createPageInNewContext(browser)
  await openPage(phone, findMailLink(await waitForMail(email, /^Confirm your email address to order at /)))
  await phone.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(phone.getByText('is confirmed')).toBeVisible()
  expect(await findAxeAndOverflowViolations(phone)).toEqual([])

  await placeOrderButton(page).click()
  await expect(page).toHaveURL(placedOrderUrlPattern)
})
