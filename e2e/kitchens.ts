import { type APIRequestContext, expect } from '@playwright/test'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import type { ItemDraft } from '#contract/menu.ts'
import { everyDay } from '#contract/testing/sample-kitchen.ts'
import { bearer, createReader, type Reader, uniqueWord } from './readers.ts'

/** A kitchen that takes orders at any time, and who runs it. */
export interface OpenKitchen {
  vId: string
  slug: string
  name: string
  owner: Reader
  /** As its owner sees it: its categories are Mains (Double smash, Loaded fries) and Drinks (Lemonade). */
  kitchen: ManagedKitchen
}

/** Each day of the week, a whole day: one that ends at its start ends the day after. */
export const aroundTheClock = everyDay(['00:00–00:00'])

const size = {
  name: 'Size',
  min: 1,
  max: 1,
  choices: [
    { name: 'Small', priceAdjustment: -150 },
    { name: 'Medium', priceAdjustment: 0 },
    { name: 'Large', priceAdjustment: 200 },
  ],
}
const extras = {
  name: 'Extras',
  min: 0,
  max: 3,
  choices: [
    { name: 'Cheese', priceAdjustment: 80, allergens: ['milk' as const] },
    { name: 'Bacon', priceAdjustment: 120 },
    { name: 'Egg', priceAdjustment: 100, allergens: ['eggs' as const] },
  ],
}
type Dish = Omit<ItemDraft, 'categoryId'>
const smash: Dish = {
  name: 'Double smash',
  description: 'Two beef patties, pickles, burger sauce.',
  price: 950,
  allergens: ['gluten', 'milk', 'mustard'],
  options: [size, extras],
}
const menu: { name: string; dishes: Dish[] }[] = [
  {
    name: 'Mains',
    dishes: [smash, { name: 'Loaded fries', price: 550, diets: ['vegetarian'], allergens: ['milk'], portionsLeft: 20 }],
  },
  { name: 'Drinks', dishes: [{ name: 'Lemonade', price: 160, diets: ['vegetarian', 'vegan'] }] },
]

/**
 * Makes a kitchen by calls, with a name and a slug that no other has: open around the clock, £2.50 for delivery, free from
 * £25 on, without a minimum.
 * @param admin opens it to customers
 * @param settings what of it differs
 */
export async function createOpenKitchen(
  request: APIRequestContext,
  admin: Reader,
  { owner, settings = {}, zones }: { owner?: Reader; settings?: object; zones?: object[] } = {},
): Promise<OpenKitchen> {
  const word = uniqueWord()
  const named = { name: `Kitchen ${word}`, slug: `kitchen-${word}`, timezone: 'Europe/London', currency: 'GBP' }
  const own = owner ?? (await createReader(request, { name: `Olive ${word}` }))
  const send = async <T>(who: Reader, method: string, path: string, data?: object): Promise<T> => {
    const answer = await request.fetch(path, { method, headers: bearer(who), ...(data && { data }) })
    expect(answer.ok(), `${method} ${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
    return answer.json() as Promise<T>
  }
  const { vId } = await send<DeskKitchen>(admin, 'POST', '/api/desk/kitchens', { ...named, owner: own.email })
  const at = `/api/kitchen/${vId}`
  await send(own, 'PUT', at, {
    ...named,
    blurb: 'Burgers, cooked to order.',
    phone: '+44 20 7946 0000',
    place: '1 Test Street',
    services: ['delivery', 'pickup'],
    prepMinutes: 20,
    acceptWithinMinutes: 10,
    ordersPerSlot: null,
    deliveryFee: 250,
    deliveryFreeOrdersOver: 2500,
    minimumOrder: 0,
    ...settings,
  })
  await send(own, 'PUT', `${at}/hours`, aroundTheClock)
  if (zones) await send(own, 'PUT', `${at}/zones`, { zones })
  for (const { name, dishes } of menu) {
    const { categories } = await send<ManagedKitchen>(own, 'POST', `${at}/categories`, { name })
    const categoryId = categories.at(-1)?.id ?? ''
    for (const dish of dishes) await send(own, 'POST', `${at}/items`, { ...dish, categoryId })
  }
  const kitchen = await send<ManagedKitchen>(own, 'GET', at)
  return { vId, slug: kitchen.terms.slug, name: kitchen.terms.name, owner: own, kitchen }
}
