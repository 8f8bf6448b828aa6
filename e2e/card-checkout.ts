import { expect, type Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { fillCustomer, openCheckout } from './checkout-page.ts'
import type { OpenKitchen } from './kitchens.ts'
import { findCardFrame } from './paying-site.ts'
import { uniqueWord } from './readers.ts'

/** Locates the button that pays, which is at the checkout and on the page of an order. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^(Place order and pay|Pay) £/ })
/** Locates the main heading. */
export const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Waits until the page of the order shows that the kitchen has received it. */
export const waitUntilOrderPlaced = (page: Page) => expect(mainHeading(page)).toHaveText('Waiting for the kitchen')
/** Reads the stored cart of a kitchen. */
export const readStoredCart = (page: Page, { vId }: OpenKitchen) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem('order') ?? '{}').state.itemsByVendor[id] ?? [], vId)

/**
 * Opens the checkout of a pickup order for £8.70, chooses to pay by card, and waits for the card fields.
 * @returns the customer's name
 */
export async function openCardCheckout(page: Page, kitchen: OpenKitchen): Promise<string> {
  const name = `Gus ${uniqueWord()}`
  await openCheckout(page, kitchen)
  await page.getByLabel('I pick it up').check()
  await fillCustomer(page, { name })
  await page.getByLabel('Now, by card').check()
  await expect(findCardFrame(page).getByLabel('Card number')).toBeVisible()
  return name
}

/**
 * Lists axe's findings, except colour contrast within the provider's frame. Axe cannot see the background of this
 * frame.
 */
export const findCheckoutAxeViolations = async (page: Page) =>
  (await findAxeAndOverflowViolations(page)).filter(
    (found) => !/ color-contrast: iframe [^,]+(,iframe [^,]+)*$/.test(found),
  )
