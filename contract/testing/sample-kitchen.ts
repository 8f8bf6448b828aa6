import type {
  Category,
  Item,
  Kitchen,
  KitchenTerms,
  OpeningHours,
  OpeningInterval,
  Option,
  OrderLineRequest,
  Service,
} from '../menu.ts'

/** Open at these times each day, for both services unless one is named. @param times as '12:00–15:00' */
export function buildDailyHours(
  times: readonly string[],
  services: readonly Service[] = ['delivery', 'pickup'],
): OpeningHours {
  const intervals = services.flatMap((service) => times.map((time) => parseInterval(time, service)))
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => intervals.map((one) => ({ ...one, weekday })))
  return { weekly, special: [] }
}

/** An opening as a person would write it: '17:00–22:00'. */
export function parseInterval(time: string, service: Service = 'delivery'): OpeningInterval {
  const [from = 0, to = 0] = time.split('–').map((one) => Number(one.slice(0, 2)) * 60 + Number(one.slice(3)))
  return { service, from, to }
}

/** A kitchen in London that is open from 12:00 to 15:00 and from 17:00 to 22:00 and delivers anywhere for £2.50. */
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

/** An item at £9.50 without anything to choose. */
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

/** An option whose choices are given as their names and price adjustments; their ids are the names in small letters. */
export const buildOption = (
  name: string,
  limits: { min: number; max: number },
  choices: Record<string, number>,
  soldOut: Record<string, number> = {},
): Option => ({
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

/** That kitchen with these items. */
export const buildKitchen = (
  items: Item[],
  changes: Partial<KitchenTerms> = {},
  fullSlots: number[] = [],
): Kitchen => ({
  terms: buildTerms(changes),
  categories: buildCategories(items),
  fullSlots,
})

/** A menu of one category. */
export const buildCategories = (items: Item[]): Category[] => [{ id: 'all', name: 'All', items }]

/** A line that wants so many of an item. @param choices as 'size large' */
export const buildLine = (itemId: string, quantity = 1, choices: readonly string[] = []): OrderLineRequest => ({
  itemId,
  quantity,
  options: choices.map((choice) => {
    const [optionId = '', choiceId = ''] = choice.split(' ')
    return { optionId, choiceId }
  }),
  dietaryRequirements: [],
})
