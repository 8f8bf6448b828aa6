import type { Locator, Page } from '@playwright/test'
import type { Kitchen, KitchenTerms } from '#contract/menu.ts'
import { buildAlwaysOpenTerms, buildMenu } from '#contract/testing/sample-menu.ts'

/** The kitchens that the fake server returns. A test can change them, as their owners would. */
interface Served {
  kitchens: Kitchen[]
}

/** Simulates the server's kitchens for a page, so that the test controls all prices and changes. */
export async function serveFakeKitchens(page: Page, ...terms: KitchenTerms[]): Promise<Served> {
  const all = terms.length > 0 ? terms : [buildAlwaysOpenTerms()]
  const kitchens = all.map((terms) => ({ terms, categories: buildMenu(), fullSlots: [] }))
  const served: Served = { kitchens }
  await page.route(/\/api\/kitchens(\/[\w-]+)?$/, (route) => {
    const [, slug] = new URL(route.request().url()).pathname.split('/api/kitchens/')
    if (slug === undefined) return route.fulfill({ json: { kitchens: served.kitchens.map(({ terms }) => terms) } })
    const found = served.kitchens.find(({ terms }) => terms.slug === slug)
    return found
      ? route.fulfill({ json: found })
      : route.fulfill({ status: 404, json: { code: 'not_found', message: '' } })
  })
  return served
}

export const KITCHEN_PATH = '/order/nebelhorn-kitchen'
/** Locates the order beside the menu on a wide screen. */
export const orderPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Your order' })
/** Reads the lines of the order: quantity, name and price. */
export const readCartLines = (cart: Locator): Promise<string[]> =>
  cart.locator('.cart-lines > li').evaluateAll((all) =>
    all.map((line) =>
      ['output', '.cart-name', '.cart-details', '.cart-price']
        .map((part) => line.querySelector(part)?.textContent)
        .filter(Boolean)
        .join(' '),
    ),
  )

/** Locates the checkbox or radio button of a choice in a dish's dialog. */
export const choiceInput = (dialog: Locator, name: string): Locator =>
  dialog.locator('.choice', { hasText: name }).locator('input')

/** Adds a dish with named choices. */
export async function addDishWithChoices(page: Page, dish: string, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: `Choose ${dish}` }).click()
  const dialog = page.getByRole('dialog', { name: dish })
  for (const choice of choices) await choiceInput(dialog, choice).check()
  await dialog.getByRole('button', { name: /^Add to order/ }).click()
}
