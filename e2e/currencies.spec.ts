import { currencies } from '#contract/currencies.ts'
import { getFractionDigits } from '#contract/currency-digits.ts'
import { formatMoney } from '#contract/money.ts'
import { buildPaidOrder, buildReceipt } from '#contract/testing/sample-payments.ts'
import { fillCustomer, placedOrderUrlPattern, placeOrderButton } from './checkout-page.ts'
import { serveFakeReply } from './fake-reply.ts'
import { createOpenKitchen } from './kitchens.ts'
import { waitForMail } from './mail.ts'
import { menuEditorDialog, menuEditorOutcome, openMenuEditor } from './menu-editor.ts'
import { createPageInNewContext } from './readers.ts'
import { blockLiveConnection, expect, openPage, test } from './test.ts'

/** Formats an amount as the server does, but with ordinary spaces. */
const written = (minor: number, currency: string) => plain(formatMoney(minor, currency))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('Chromium shows amounts of every offered currency as the server formats them', async ({ page }) => {
  const { orderId } = buildPaidOrder(5)
  const units = currencies.map((currency) => ({ currency, currencyDigits: getFractionDigits(currency) }))
  // The last receipt belongs to an order that was placed when the forint had another number of decimals.
  const receipts = [...units, { currency: 'HUF', currencyDigits: 0 }].map((unit, at) =>
    buildReceipt(at + 1, { ...unit, lines: [], deliveryFee: 0, amount: 1_234_560 }),
  )
  await blockLiveConnection(page)
  await serveFakeReply(page, /\/api\/orders\/[^/]+\/receipts/, () => ({ receipts }))
  await openPage(page, `/orders/${orderId}/receipts#token=of-the-mail`)
  await expect(page.locator('dd.sheet-total')).toHaveCount(receipts.length)
  const shown = (await page.locator('dd.sheet-total').allInnerTexts()).map(plain)
  expect(shown.pop()).toBe('HUF 1,234,560')
  // The symbols are not compared, because a browser may know another symbol for a currency. Without a symbol, it shows
  // the code.
  const sign = /^[^\d]+/
  const amounts = (texts: string[]) => texts.map((text, at) => `${currencies[at]} ${text.replace(sign, '')}`)
  expect(amounts(shown)).toEqual(amounts(currencies.map((currency) => written(1_234_560, currency))))
  const literally = ['AFN', 'GBP', 'HUF', 'IQD', 'ISK', 'JPY', 'KWD', 'RSD'].map(
    (code) => shown[currencies.indexOf(code)],
  )
  expect(literally).toEqual([
    ...['AFN 12,345.60', '£12,345.60', 'HUF 12,345.60', 'IQD 1,234.560', 'ISK 1,234,560', 'JP¥1,234,560'],
    ...['KWD 1,234.560', 'RSD 12,345.60'],
  ])
})

test('an amount in dinars is the same in the menu editor, in the checkout, on the board and in both mails', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const kitchen = await createOpenKitchen(request, { settings: { currency: 'RSD', deliveryFee: 15_000 } })
  await openMenuEditor(page, kitchen)
  await page.getByRole('button', { name: 'Change Lemonade' }).click()
  await menuEditorDialog(page).getByLabel('Price (RSD)').fill('950')
  await menuEditorDialog(page).getByRole('button', { name: 'Save the dish' }).click()
  await expect(menuEditorOutcome(page)).toContainText('“Lemonade” is saved.')

  const customer = await createPageInNewContext(browser)
  await openPage(customer, `/order/${kitchen.slug}`)
  await customer.getByRole('button', { name: 'Add Lemonade' }).click()
  await openPage(customer, `/order/${kitchen.slug}/checkout`)
  await customer.getByLabel('I pick it up').check()
  const email = await fillCustomer(customer)
  await expect(placeOrderButton(customer)).toHaveText(/^Place order, RSD\s950\.00$/)
  await placeOrderButton(customer).click()
  await expect(customer).toHaveURL(placedOrderUrlPattern)
  await expect(customer.getByRole('region', { name: 'Receipt' })).toContainText(/RSD\s950\.00/)

  expect(plain((await waitForMail(email, /We have your order/)).text ?? '')).toContain('Total: RSD 950.00')
  expect(plain((await waitForMail(kitchen.owner.email, /New order/)).subject ?? '')).toContain('RSD 950.00')
  await openPage(page, `/kitchen/${kitchen.slug}`)
  await expect(page.getByRole('article', { name: 'Order 1', exact: true })).toContainText(/RSD\s950\.00/)
  await customer.context().close()
})
