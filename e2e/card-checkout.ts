import { expect, type Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { fillCustomer, openCheckout } from './checkout-page.ts'
import type { OpenKitchen } from './kitchens.ts'
import { findCardFrame } from './paying-site.ts'
import { uniqueWord } from './readers.ts'

/** Pays, at the checkout or at the page of an order. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^(Place order and pay|Pay) £/ })
/** What the page says first. */
export const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Waits until the order has reached its kitchen. */
export const waitForPlacedOrder = (page: Page) => expect(mainHeading(page)).toHaveText('Waiting for the kitchen')
/** What is in the cart of a kitchen. */
export const readStoredCart = (page: Page, { vId }: OpenKitchen) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem('order') ?? '{}').state.itemsByVendor[id] ?? [], vId)

/** A checkout of a pickup for £8.70 that is to be paid by card, whose fields are there. @returns the customer's name */
export async function openCardCheckout(page: Page, kitchen: OpenKitchen): Promise<string> {
  const name = `Gus ${uniqueWord()}`
  await openCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await fillCustomer(page, { name })
  await page.getByLabel('Now, by card').check()
  await expect(findCardFrame(page).getByLabel('Card number')).toBeVisible()
  return name
}

/** What axe finds, but the contrast within the provider's frame: axe sees no ground there, where it is that of the page. */
export const findAxeBarriers = async (page: Page) =>
  (await findAxeViolations(page)).filter((found) => !/ color-contrast: iframe [^,]+(,iframe [^,]+)*$/.test(found))
