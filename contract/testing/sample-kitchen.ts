import type {
  Category,
  Item,
  ItemOption,
  Kitchen,
  KitchenTerms,
  OpeningHours,
  OpeningInterval,
  OrderLineRequest,
  Service,
} from '../menu.ts'

/** Builds opening hours with the same times each day, for both services by default. @param times as '12:00–15:00' */
export function buildDailyHours(
  times: readonly string[],
  services: readonly Service[] = ['delivery', 'pickup'],
): OpeningHours {
  const intervals = services.flatMap((service) => times.map((time) => parseOpeningInterval(time, service)))
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => intervals.map((one) => ({ ...one, weekday })))
  return { weekly, special: [] }
}

/** Parses an interval as people write it: '17:00–22:00'. */
export function parseOpeningInterval(time: string, service: Service = 'delivery'): OpeningInterval {
  const [from = 0, to = 0] = time.split('–').map((one) => Number(one.slice(0, 2)) * 60 + Number(one.slice(3)))
  return { service, from, to }
}

/** Builds the terms of a kitchen in London, open 12:00–15:00 and 17:00–22:00, delivering anywhere for £2.50. */
export const buildTerms = (changes: Partial<KitchenTerms> = {}): KitchenTerms => ({
  vId: 'kitchen',
  slug: 'nebelhorn-kitchen',
  name: 'Nebelhorn Kitchen',
  blurb: '',
  picture: null,
  phone: '',
  place: '',
  timezone: 'Europe/London',
  currency: 'GBP',
  deliveryFee: 250,
  deliveryFreeOrdersOver: null,
  minimumOrder: 0,
  services: ['delivery', 'pickup'],
  prepMinutes: 20,
  acceptWithinMinutes: 10,
  ordersPerSlot: null,
  hours: buildDailyHours(['12:00–15:00', '17:00–22:00']),
  zones: [],
  pausedUntil: null,
  rushMinutes: 0,
  rushUntil: null,
  ...changes,
})

/** Builds an item for £9.50 without options. */
export const buildItem = (changes: Partial<Item> & { itemId: string }): Item => ({
  name: 'Double smash',
  description: '',
  price: 950,
  picture: null,
  allergens: [],
  diets: [],
  soldOutUntil: null,
  portionsLeft: null,
  maxPerOrder: null,
  options: [],
  ...changes,
})

/** Builds an option from choice names and their price adjustments; the ids are the lower-case names. */
export const buildOption = (
  name: string,
  limits: { min: number; max: number },
  choices: Record<string, number>,
  soldOut: Record<string, number> = {},
): ItemOption => ({
  optionId: name.toLowerCase(),
  name,
  ...limits,
  choices: Object.entries(choices).map(([choice, priceAdjustment]) => ({
    id: choice.toLowerCase(),
    name: choice,
    priceAdjustment,
    allergens: [],
    soldOutUntil: soldOut[choice] ?? null,
  })),
})

/** Builds a kitchen with these items. */
export const buildKitchen = (
  items: Item[],
  changes: Partial<KitchenTerms> = {},
  fullSlots: number[] = [],
): Kitchen => ({
  terms: buildTerms(changes),
  categories: buildCategories(items),
  fullSlots,
})

/** Builds a menu with one category. */
export const buildCategories = (items: Item[]): Category[] => [{ id: 'all', name: 'All', items }]

/** Builds an order line. @param choices each as option id and choice id, such as 'size large' */
export const buildOrderLineRequest = (
  itemId: string,
  quantity = 1,
  choices: readonly string[] = [],
): OrderLineRequest => ({
  itemId,
  quantity,
  options: choices.map((choice) => {
    const [optionId = '', choiceId = ''] = choice.split(' ')
    return { optionId, choiceId }
  }),
  dietaryRequirements: [],
})
