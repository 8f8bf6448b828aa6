import type { APIRequestContext } from '@playwright/test'
import type { KitchenSettings, ManagedKitchen } from '#contract/kitchen.ts'
import { type DeliveryZone, type ItemDraft, itemDraftSchema } from '#contract/menu.ts'
import { buildDailyHours } from '#contract/testing/sample-kitchen.ts'
import { addCategory } from '../server/features/ordering/kitchens/categories.ts'
import { insertKitchenRow } from '../server/features/ordering/kitchens/create-kitchen.ts'
import { addItem } from '../server/features/ordering/kitchens/items.ts'
import { readManagedKitchen } from '../server/features/ordering/kitchens/managed-kitchen.ts'
import { upsertMember } from '../server/features/ordering/kitchens/members.ts'
import { parseDeliveryZones, parseOpeningHours } from '../server/features/ordering/kitchens/opening.ts'
import { parseKitchenSettingsToColumns } from '../server/features/ordering/kitchens/settings.ts'
import { createReader, type Reader, uniqueWord, withDatabase } from './readers.ts'

/** A kitchen that takes orders at any time, with its owner. */
export interface OpenKitchen {
  vId: string
  slug: string
  name: string
  owner: Reader
  /** The kitchen as its owner sees it, with the categories Mains (Double smash, Loaded fries) and Drinks (Lemonade). */
  kitchen: ManagedKitchen
}

/** Opening hours of whole days. An interval whose start equals its end lasts until the next day. */
export const alwaysOpenHours = buildDailyHours(['00:00–00:00'])

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
 * Inserts a kitchen with a unique name and slug into the site's database. It is open to customers at all times.
 * Delivery costs £2.50, is free from £25, and has no minimum.
 * @param settings the settings that differ from these defaults
 */
export async function createOpenKitchen(
  request: APIRequestContext,
  {
    owner,
    settings = {},
    zones = [],
  }: { owner?: Reader; settings?: Partial<KitchenSettings>; zones?: DeliveryZone[] } = {},
): Promise<OpenKitchen> {
  const word = uniqueWord()
  const named = { name: `Kitchen ${word}`, slug: `kitchen-${word}`, timezone: 'Europe/London', currency: 'GBP' }
  const columns = parseKitchenSettingsToColumns(
    {
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
      confirmFirst: false,
      ...settings,
    },
    named.currency,
  )
  const opening = {
    hours: JSON.stringify(parseOpeningHours(alwaysOpenHours)),
    zones: JSON.stringify(parseDeliveryZones(zones)),
  }
  const own = owner ?? (await createReader(request, { name: `Olive ${word}`, roles: ['Partner'] }))
  const kitchen = await withDatabase(request, (db) =>
    db.transaction().execute(async (tx) => {
      const vId = await insertKitchenRow(tx, { ...columns, ...opening, status: 'active' })
      await upsertMember(tx, { kitchenId: vId, userId: own.id, role: 'owner' })
      for (const { name, dishes } of menu) {
        const categoryId = await addCategory(tx, { kitchenId: vId }, { name })
        for (const dish of dishes) await addItem(tx, { kitchenId: vId }, itemDraftSchema.parse({ ...dish, categoryId }))
      }
      return readManagedKitchen(tx, vId, 'owner')
    }),
  )
  const { vId, slug, name } = kitchen.terms
  return { vId, slug, name, owner: own, kitchen }
}
