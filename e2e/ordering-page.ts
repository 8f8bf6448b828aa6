import type { Locator, Page } from '@playwright/test'
import type { Category, Choice, Item, Kitchen, Terms } from '../contract/menu.ts'
import { termsWith } from '../contract/testing/sample-kitchen.ts'
import { aroundTheClock } from './kitchens.ts'

/** A kitchen that takes orders: £2.50 for delivery, free from £25 on. */
export function termsOf(changes: Partial<Terms> = {}): Terms {
  const slug = changes.slug ?? 'nebelhorn-kitchen'
  return termsWith({
    vId: idOf(slug),
    slug,
    blurb: 'Smash burgers and loaded fries, cooked to order.',
    place: '1 Marble Street',
    deliveryFreeOrdersOver: 2500,
    prepMinutes: 25,
    hours: aroundTheClock,
    ...changes,
  })
}

/** The same id for the same name, in the form that the server gives. */
export function idOf(name: string): string {
  const hex = Buffer.from(name.padEnd(16, '-')).toString('hex').slice(0, 32)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const choiceOf = (name: string, priceAdjustment = 0, changes: Partial<Choice> = {}): Choice => ({
  id: idOf(name),
  name,
  priceAdjustment,
  allergens: [],
  soldOutUntil: null,
  ...changes,
})

const itemOf = (name: string, price: number, changes: Partial<Item> = {}): Item => ({
  itemId: idOf(name),
  name,
  description: '',
  price,
  picture: null,
  allergens: [],
  diets: [],
  soldOutUntil: null,
  portionsLeft: null,
  maxPerOrder: null,
  options: [],
  ...changes,
})

/** Three categories; the burger has a size that must be chosen, and up to two extras. */
export function menuOf(): Category[] {
  const size = { optionId: idOf('size'), name: 'Size', min: 1, max: 1 }
  const extras = { optionId: idOf('extras'), name: 'Extras', min: 0, max: 2 }
  const burger = itemOf('Double smash', 950, {
    description: 'Two beef patties, American cheese, pickles, burger sauce.',
    allergens: ['gluten', 'milk', 'mustard'],
    options: [
      { ...size, choices: [choiceOf('Single', -150), choiceOf('Double'), choiceOf('Triple', 200)] },
      {
        ...extras,
        choices: [
          choiceOf('Bacon', 120),
          choiceOf('Peanut sauce', 80, { allergens: ['peanuts'] }),
          choiceOf('Jalapeños', 50),
        ],
      },
    ],
  })
  return [
    {
      id: idOf('Burgers'),
      name: 'Burgers',
      items: [
        burger,
        itemOf('Halloumi stack', 875, {
          description: 'Grilled halloumi, roast pepper, mint yoghurt.',
          diets: ['vegetarian'],
          allergens: ['gluten', 'milk'],
        }),
        itemOf('Buffalo chicken', 925, {
          description: 'Buttermilk thigh, hot sauce, blue cheese.',
          allergens: ['gluten', 'milk', 'celery'],
          portionsLeft: 0,
        }),
      ],
    },
    {
      id: idOf('Sides'),
      name: 'Sides',
      items: [
        itemOf('Loaded fries', 550, {
          description: 'Skin-on fries, cheese sauce, crispy onions.',
          diets: ['vegetarian'],
          allergens: ['gluten', 'milk'],
          portionsLeft: 3,
        }),
        itemOf('Slaw', 320, { description: 'Cabbage, carrot, lime.', diets: ['vegan'] }),
      ],
    },
    { id: idOf('Drinks'), name: 'Drinks', items: [itemOf('Lemonade', 160, { diets: ['vegan'] })] },
  ]
}

/** What the site answers about kitchens: the test changes it as a kitchen would. */
interface Served {
  kitchens: Kitchen[]
  /** What to answer instead, as long as it is set. */
  failing: 'no' | 'error' | 'connection'
  asked: number
}

/** Answers about kitchens in the place of the server, so that a test knows every price and every change. */
export async function serveKitchens(page: Page, ...terms: Terms[]): Promise<Served> {
  const all = terms.length > 0 ? terms : [termsOf()]
  const kitchens = all.map((terms) => ({ terms, categories: menuOf(), fullSlots: [] }))
  const served: Served = { kitchens, failing: 'no', asked: 0 }
  await page.route(/\/api\/kitchens(\/[\w-]+)?$/, (route) => {
    served.asked++
    if (served.failing === 'connection') return route.abort()
    if (served.failing === 'error') return route.fulfill({ status: 503, json: { code: 'busy', message: 'Try again.' } })
    const [, slug] = new URL(route.request().url()).pathname.split('/api/kitchens/')
    if (slug === undefined) return route.fulfill({ json: { kitchens: served.kitchens.map(({ terms }) => terms) } })
    const found = served.kitchens.find(({ terms }) => terms.slug === slug)
    return found
      ? route.fulfill({ json: found })
      : route.fulfill({ status: 404, json: { code: 'not_found', message: '' } })
  })
  return served
}

/** A dish of what is served, to change. */
export function dishOf({ kitchens }: Served, name: string): Item {
  const item = kitchens
    .flatMap(({ categories }) => categories.flatMap(({ items }) => items))
    .find((one) => one.name === name)
  if (!item) throw new Error(`There is no ${name}`)
  return item
}

export const KITCHEN_PATH = '/order/nebelhorn-kitchen'
/** The order beside the menu, as on a wide screen. */
export const cartOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Your order' })
/** The lines of that order: how many, of what, at which price. */
export const linesIn = (cart: Locator): Promise<string[]> =>
  cart.locator('.cart-lines > li').evaluateAll((all) =>
    all.map((line) =>
      ['output', '.cart-name', '.cart-details', '.cart-price']
        .map((part) => line.querySelector(part)?.textContent)
        .filter(Boolean)
        .join(' '),
    ),
  )

/** What is ticked for a choice in a dish's dialog. */
export const choiceIn = (dialog: Locator, name: string): Locator =>
  dialog.locator('.choice', { hasText: name }).locator('input')

/** Adds a dish with choices, by name. */
export async function choose(page: Page, dish: string, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: `Choose ${dish}` }).click()
  const dialog = page.getByRole('dialog', { name: dish })
  for (const choice of choices) await choiceIn(dialog, choice).check()
  await dialog.getByRole('button', { name: /^Add to order/ }).click()
}
