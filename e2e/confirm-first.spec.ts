import { errors } from '../contract/errors.ts'
import { violations } from './axe.ts'
import { placeButton, placedPage, sayWho, toCheckout } from './checkout-page.ts'
import { createOpenKitchen } from './kitchens.ts'
import { linkIn, mailTo } from './mail.ts'
import { anotherBrowser } from './readers.ts'
import { expect, open, test } from './test.ts'

test.use({ expectMessages: /status of 403/ })

test('a guest of a kitchen that has addresses confirmed opens the link on another device, and places the order that was kept', async ({
  page,
  browser,
  request,
}) => {
  const kitchen = await createOpenKitchen(request, { settings: { confirmFirst: true } })
  await page.setViewportSize({ width: 390, height: 844 })
  await toCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  const email = await sayWho(page)
  await placeButton(page).click()
  const refusal = page.getByText(errors.order_unconfirmed.message)
  await expect(refusal).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  const phone = await anotherBrowser(browser)
  await open(phone, linkIn(await mailTo(email, /^Confirm your email address to order at /)))
  await phone.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(phone.getByText('is confirmed')).toBeVisible()
  expect(await violations(phone)).toEqual([])

  await placeButton(page).click()
  await expect(page).toHaveURL(placedPage)
})
