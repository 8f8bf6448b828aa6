import { expect, type Locator, type Page } from '@playwright/test'
import type { OpenKitchen } from './kitchens.ts'
import { openPage } from './test.ts'

/** Opens the checkout of a kitchen with two lemonades and fries (£8.70). */
export async function openCheckout(page: Page, kitchen: OpenKitchen): Promise<void> {
  await storeCart(page, kitchen)
  await openPage(page, `/order/${kitchen.slug}/checkout`)
  await expect(placeOrderButton(page)).toBeVisible()
}

/**
 * Stores an order of two lemonades and fries in the browser, as the menu would do, for all pages that are opened later.
 */
export async function storeCart(page: Page, { vId, slug, name, kitchen }: OpenKitchen): Promise<void> {
  const items = kitchen.categories.flatMap((category) => category.items)
  const line = (dish: string, quantity: number) => {
    const item = items.find((one) => one.name === dish)
    return { itemId: item?.itemId, quantity, options: [], dietaryRequirements: [], item }
  }
  const lines = [line('Lemonade', 2), line('Loaded fries', 1)]
  await page.addInitScript(
    ({ vId, lines, kitchen }) => {
      if (sessionStorage.getItem(vId)) return
      sessionStorage.setItem(vId, 'filled')
      const stored = JSON.parse(localStorage.getItem('order') ?? '{"state":{},"version":2}')
      stored.state.itemsByVendor = { ...stored.state.itemsByVendor, [vId]: lines }
      stored.state.kitchens = { ...stored.state.kitchens, [vId]: kitchen }
      localStorage.setItem('order', JSON.stringify(stored))
    },
    { vId, lines, kitchen: { name, slug, currency: kitchen.terms.currency } },
  )
}

export const placeOrderButton = (page: Page): Locator => page.getByRole('button', { name: /^Place order, / })

/** Fills in the customer fields of a guest. */
export async function fillCustomer(
  page: Page,
  { name = 'Gus Guest', email = `${crypto.randomUUID()}@example.org` } = {},
) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  return email
}

/** Fills in the delivery address. */
export async function fillAddress(page: Page, postcode: string): Promise<void> {
  await page.getByLabel('Street and number').fill('12 High Street')
  await page.getByLabel('Town').fill('Aberdeen')
  await page.getByLabel('Postcode').fill(postcode)
}

export const placedOrderUrlPattern = /\/orders\/[\w-]{36}$/
