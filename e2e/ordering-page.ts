import type { Locator, Page } from '@playwright/test'
import type { Kitchen, KitchenTerms } from '#contract/menu.ts'
import { buildAlwaysOpenTerms, buildMenu } from '#contract/testing/sample-menu.ts'

/** What the site answers about kitchens: the test changes it as a kitchen would. */
interface Served {
  kitchens: Kitchen[]
}

/** Answers about kitchens in the place of the server, so that a test knows every price and every change. */
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
/** The order beside the menu, as on a wide screen. */
export const orderPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Your order' })
/** The lines of that order: how many, of what, at which price. */
export const readCartLines = (cart: Locator): Promise<string[]> =>
  cart.locator('.cart-lines > li').evaluateAll((all) =>
    all.map((line) =>
      ['output', '.cart-name', '.cart-details', '.cart-price']
        .map((part) => line.querySelector(part)?.textContent)
        .filter(Boolean)
        .join(' '),
    ),
  )

/** What is ticked for a choice in a dish's dialog. */
export const choiceInput = (dialog: Locator, name: string): Locator =>
  dialog.locator('.choice', { hasText: name }).locator('input')

/** Adds a dish with choices, by name. */
export async function addDishWithChoices(page: Page, dish: string, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: `Choose ${dish}` }).click()
  const dialog = page.getByRole('dialog', { name: dish })
  for (const choice of choices) await choiceInput(dialog, choice).check()
  await dialog.getByRole('button', { name: /^Add to order/ }).click()
}
