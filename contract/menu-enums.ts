/** The 14 allergens of the EU (Regulation 1169/2011, annex II). */
export const allergens = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soya',
  'sulphites',
] as const
export type Allergen = (typeof allergens)[number]

export const diets = ['vegetarian', 'vegan', 'halal', 'kosher'] as const
export type Diet = (typeof diets)[number]

export const services = ['delivery', 'pickup'] as const
export type Service = (typeof services)[number]

/**
 * How an order is paid. `card`: online when the order is placed, on a site that takes cards. `cash` and `card_machine`:
 * at pickup or at the door.
 */
export const paymentMethods = ['cash', 'card_machine', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
