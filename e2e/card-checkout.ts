import { expect, type Page } from '@playwright/test'
import { violations } from './axe.ts'
import { sayWho, toCheckout } from './checkout-page.ts'
import type { OpenKitchen } from './kitchens.ts'
import { cardFrame } from './paying-site.ts'
import { uniqueWord } from './readers.ts'

/** Pays, at the checkout or at the page of an order. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^(Place order and pay|Pay) £/ })
/** What the page says first. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Waits until the order has reached its kitchen. */
export const placed = (page: Page) => expect(heading(page)).toHaveText('Waiting for the kitchen')
/** What is in the cart of a kitchen. */
export const cartOf = (page: Page, { vId }: OpenKitchen) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem('order') ?? '{}').state.itemsByVendor[id] ?? [], vId)

/** A checkout of a pickup for £8.70 that is to be paid by card, whose fields are there. @returns the customer's name */
export async function toCardCheckout(page: Page, kitchen: OpenKitchen): Promise<string> {
  const name = `Gus ${uniqueWord()}`
  await toCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await sayWho(page, { name })
  await page.getByLabel('Now, by card').check()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  return name
}

/** What axe finds, but the contrast within the provider's frame: axe sees no ground there, where it is that of the page. */
export const barriers = async (page: Page) =>
  (await violations(page)).filter((found) => !/ color-contrast: iframe [^,]+(,iframe [^,]+)*$/.test(found))
