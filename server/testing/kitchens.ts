import type { Item, ItemOptionChoice, OpeningHours, OpeningInterval, Service } from '#contract/menu.ts'
import type { Database } from '../db/database.ts'
import { createId } from '../db/ids.ts'
import type { VendorsTable } from '../db/ordering-tables.ts'
import { addPerson } from './people.ts'

/** Opening hours around the clock, so that tests do not depend on the time of day. */
export const allDayOpeningHours: OpeningHours = {
  weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    (['delivery', 'pickup'] as const).map((service) => ({ weekday, ...wholeDay(service) })),
  ),
  special: [],
}
/** An interval whose end equals its start lasts a whole day. */
function wholeDay(service: Service): OpeningInterval {
  return { service, from: 0, to: 0 }
}

/** A kitchen in the database that takes orders. */
export interface TestKitchen {
  kitchenId: string
  slug: string
  owner: { id: string; token: string }
  /** £9.50 in the middle size. The small size costs £1.50 less, the large size £2.00 more. Up to three extras. */
  burger: Item
  /** £5.50, with the number of portions given to `createKitchen`. */
  fries: Item
  /** £1.60, without options. */
  lemonade: Item
  /** Returns a line for an order: the burger in a size, with extras by name. */
  burgerLine: (
    size?: 'Small' | 'Medium' | 'Large',
    ...extras: string[]
  ) => {
    itemId: string
    quantity: number
    options: { optionId: string; choiceId: string }[]
    dietaryRequirements: string[]
  }
}

/**
 * Inserts an active kitchen with a small menu. The kitchen is always open. Delivery costs £2.50, and is free for orders
 * of at least £25.
 * @param columns the values of columns that differ from those of `usualKitchen`
 */
export async function createKitchen(
  { db }: { db: Database },
  {
    owner,
    portions = 10,
    ...columns
  }: Partial<VendorsTable> & { owner?: { id: string; token: string }; portions?: number | null } = {},
): Promise<TestKitchen> {
  const vId = columns.id ?? createId()
  const slug = columns.slug ?? `kitchen-${vId}`
  const kitchenOwner = owner ?? (await addPerson(db, { name: 'Olive Owner', roles: ['Partner'] }))
  await db
    .insertInto('vendors')
    .values({ ...usualKitchen(), ...columns, id: vId, slug })
    .execute()
  const membership = { vendor_id: vId, user_id: kitchenOwner.id, role: 'owner' as const, created_at: Date.now() }
  await db.insertInto('vendor_members').values(membership).execute()

  const [mains, drinks] = [createId(), createId()]
  const categories = [
    { id: mains, vendor_id: vId, name: 'Mains', position: 0 },
    { id: drinks, vendor_id: vId, name: 'Drinks', position: 1 },
  ]
  await db.insertInto('menu_categories').values(categories).execute()
  const burger = burgerItem()
  const fries = plainItem('Loaded fries', 550, portions)
  const lemonade = plainItem('Lemonade', 160, null)
  const items = [
    { item: burger, category: mains },
    { item: fries, category: mains },
    { item: lemonade, category: drinks },
  ]
  await db
    .insertInto('menu_items')
    .values(items.map(({ item, category }, position) => toItemRow(item, { vId, category, position })))
    .execute()

  const burgerLine: TestKitchen['burgerLine'] = (size = 'Medium', ...extras) => ({
    itemId: burger.itemId,
    quantity: 1,
    options: burger.options.flatMap(({ optionId, choices }) =>
      choices
        .filter(({ name }) => name === size || extras.includes(name))
        .map(({ id }) => ({ optionId, choiceId: id })),
    ),
    dietaryRequirements: [],
  })
  return { kitchenId: vId, slug, owner: kitchenOwner, burger, fries, lemonade, burgerLine }
}

const usualKitchen = () => ({
  name: 'Test Kitchen',
  blurb: 'Burgers, cooked to order.',
  phone: '+44 20 7946 0000',
  place: '1 Test Street',
  status: 'active' as const,
  timezone: 'Europe/London',
  currency: 'GBP',
  delivery_fee: 250,
  delivery_free_orders_over: 2500,
  minimum_order: 0,
  services: JSON.stringify(['delivery', 'pickup']),
  prep_minutes: 20,
  accept_within_minutes: 10,
  confirm_first: 0 as const,
  orders_per_slot: null,
  hours: JSON.stringify(allDayOpeningHours),
  zones: '[]',
  paused_until: null,
  rush_minutes: 0,
  rush_until: null,
  commission_rate: 0,
  last_receipt: 0,
  last_credit_note: 0,
  version: 0,
  is_sample: 0 as const,
  created_at: Date.now(),
})

const choiceOf = (
  name: string,
  priceAdjustment: number,
  ...allergens: ItemOptionChoice['allergens']
): ItemOptionChoice => ({
  id: createId(),
  name,
  priceAdjustment,
  allergens,
  soldOutUntil: null,
})

function plainItem(name: string, price: number, portionsLeft: number | null): Item {
  return {
    itemId: createId(),
    name,
    description: '',
    price,
    picture: null,
    allergens: [],
    diets: ['vegetarian'],
    soldOutUntil: null,
    portionsLeft,
    maxPerOrder: null,
    options: [],
  }
}

function burgerItem(): Item {
  const size = [choiceOf('Small', -150), choiceOf('Medium', 0), choiceOf('Large', 200)]
  const extras = [choiceOf('Cheese', 80, 'milk'), choiceOf('Bacon', 120), choiceOf('Egg', 100, 'eggs')]
  return {
    ...plainItem('Double smash', 950, null),
    allergens: ['gluten', 'milk', 'mustard'],
    diets: [],
    options: [
      { optionId: createId(), name: 'Size', min: 1, max: 1, choices: size },
      { optionId: createId(), name: 'Extras', min: 0, max: 3, choices: extras },
    ],
  }
}

const toItemRow = (item: Item, { vId, category, position }: { vId: string; category: string; position: number }) => ({
  id: item.itemId,
  vendor_id: vId,
  category_id: category,
  name: item.name,
  description: item.description,
  price: item.price,
  picture_id: null,
  allergens: JSON.stringify(item.allergens),
  diets: JSON.stringify(item.diets),
  available: 1 as const,
  sold_out_until: null,
  portions_left: item.portionsLeft,
  max_per_order: item.maxPerOrder,
  options: JSON.stringify(item.options),
  position,
})
