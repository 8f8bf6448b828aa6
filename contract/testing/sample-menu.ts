import type { Category, Item, ItemOptionChoice, Kitchen, KitchenTerms } from '../menu.ts'
import { buildDailyHours, buildTerms } from './sample-kitchen.ts'

/** Builds the terms of a kitchen that is always open: £2.50 for delivery, free from £25 on. */
export function buildAlwaysOpenTerms(changes: Partial<KitchenTerms> = {}): KitchenTerms {
  const slug = changes.slug ?? 'nebelhorn-kitchen'
  return buildTerms({
    vId: buildIdFromName(slug),
    slug,
    blurb: 'Smash burgers and loaded fries, cooked to order.',
    place: '1 Kettle Street',
    deliveryFreeOrdersOver: 2500,
    prepMinutes: 25,
    hours: buildDailyHours(['00:00–00:00']),
    ...changes,
  })
}

/** Builds the same id for the same name, in the server's format. */
export function buildIdFromName(name: string): string {
  const digits = [...name.padEnd(16, '-')].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'))
  const hex = digits.join('').slice(0, 32)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const choiceOf = (name: string, priceAdjustment = 0, changes: Partial<ItemOptionChoice> = {}): ItemOptionChoice => ({
  id: buildIdFromName(name),
  name,
  priceAdjustment,
  allergens: [],
  soldOutUntil: null,
  ...changes,
})

const itemOf = (name: string, price: number, changes: Partial<Item> = {}): Item => ({
  itemId: buildIdFromName(name),
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

/** Builds a menu with three categories; the burger has a required size and up to two extras. */
export function buildMenu(): Category[] {
  const size = { optionId: buildIdFromName('size'), name: 'Size', min: 1, max: 1 }
  const extras = { optionId: buildIdFromName('extras'), name: 'Extras', min: 0, max: 2 }
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
      id: buildIdFromName('Burgers'),
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
      id: buildIdFromName('Sides'),
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
    { id: buildIdFromName('Drinks'), name: 'Drinks', items: [itemOf('Lemonade', 160, { diets: ['vegan'] })] },
  ]
}

/** Finds a dish by name, so that a test can change it. */
export function findDish(kitchens: readonly Pick<Kitchen, 'categories'>[], name: string): Item {
  const item = kitchens
    .flatMap(({ categories }) => categories.flatMap(({ items }) => items))
    .find((one) => one.name === name)
  if (!item) throw new Error(`There is no ${name}`)
  return item
}
