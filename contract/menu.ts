import * as z from 'zod'
import { choiceKey } from './cart-choice.ts'
import { allergens, diets, services } from './menu-enums.ts'
import {
  DIETARY_REQUIREMENT_LENGTH_MAX,
  DIETARY_REQUIREMENTS_MAX,
  LINE_QUANTITY_MAX,
  MENU_NAME_LENGTH_MAX,
  MENU_TEXT_LENGTH_MAX,
  MONEY_MAX,
} from './ordering-limits.ts'

export * from './menu-enums.ts'

/** Minor units of the kitchen's currency: pence, cents. */
export const money = z.int().min(0).max(MONEY_MAX)
const instant = z.int()
/** Ids in a menu, made by the server. */
const id = z.uuid()

/** Minutes since midnight, as the clock on the kitchen's wall shows them. */
const minuteOfDay = z.int().min(0).max(1_439)
/** One that ends at or before its start ends the day after. */
const interval = z.object({ service: z.enum(services), from: minuteOfDay, to: minuteOfDay })
export type OpeningInterval = z.output<typeof interval>

/** When a kitchen is open: each week, but for special days, which have intervals of their own, or none. */
export const openingHours = z.object({
  /** `weekday`: 1 is Monday, 7 Sunday. */
  weekly: z.array(interval.extend({ weekday: z.int().min(1).max(7) })).max(100),
  special: z.array(z.object({ date: z.iso.date(), intervals: z.array(interval).max(10) })).max(100),
})
export type OpeningHours = z.output<typeof openingHours>

/** Where a kitchen delivers: null falls back to the kitchen's own value. Of two that match, the longer prefix counts. */
export const deliveryZone = z.object({
  prefixes: z.array(z.string().trim().min(1).max(10)).min(1).max(50),
  fee: money.nullable(),
  freeOver: money.nullable(),
  minimum: money.nullable(),
})
export type DeliveryZone = z.output<typeof deliveryZone>

/** What a kitchen promises and charges. */
export const kitchenTerms = z.object({
  vId: id,
  slug: z.string(),
  name: z.string(),
  blurb: z.string(),
  picture: z.string().nullable(),
  /** Shown to who has ordered; empty where there is none. */
  phone: z.string(),
  /** Where orders are picked up. */
  place: z.string(),
  /** IANA. */
  timezone: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  deliveryFee: money,
  /** S9.03: null is never free, 0 always. */
  deliveryFreeOrdersOver: money.nullable(),
  minimumOrder: money,
  services: z.array(z.enum(services)),
  prepMinutes: z.int(),
  acceptWithinMinutes: z.int(),
  /** How many orders it takes for one slot (SLOT_MINUTES); null for any number. */
  ordersPerSlot: z.int().nullable(),
  hours: openingHours,
  /** None: it delivers anywhere. */
  zones: z.array(deliveryZone),
  /** These three end by themselves. */
  pausedUntil: instant.nullable(),
  rushMinutes: z.int(),
  rushUntil: instant.nullable(),
})
export type KitchenTerms = z.output<typeof kitchenTerms>

const choice = z.object({
  id,
  name: z.string(),
  priceAdjustment: z.int().min(-MONEY_MAX).max(MONEY_MAX),
  allergens: z.array(z.enum(allergens)),
  soldOutUntil: instant.nullable(),
})
export type Choice = z.output<typeof choice>

const option = z.object({
  optionId: id,
  name: z.string(),
  /** How many choices must, and may, be taken. */
  min: z.int(),
  max: z.int(),
  choices: z.array(choice),
})
export type Option = z.output<typeof option>

/** A dish on the menu (S3.03). */
export const item = z.object({
  itemId: id,
  name: z.string(),
  description: z.string(),
  price: money,
  picture: z.string().nullable(),
  allergens: z.array(z.enum(allergens)),
  diets: z.array(z.enum(diets)),
  soldOutUntil: instant.nullable(),
  /** How many portions are left; null where nobody counts them. */
  portionsLeft: z.int().min(0).nullable(),
  maxPerOrder: z.int().nullable(),
  options: z.array(option),
})
export type Item = z.output<typeof item>

export const category = z.object({ id, name: z.string(), items: z.array(item) })
export type Category = z.output<typeof category>

/** A kitchen with everything that a quote is made of. */
export const kitchen = z.object({
  terms: kitchenTerms,
  categories: z.array(category),
  /** The starts of slots that take no more orders, in milliseconds since 1970. */
  fullSlots: z.array(instant),
})
export type Kitchen = z.output<typeof kitchen>

/** What an item is before the server has given it an id; ids that are sent stay, so that carts go on matching. */
export const itemDraft = z.object({
  categoryId: id,
  name: z.string().max(4 * MENU_NAME_LENGTH_MAX),
  description: z
    .string()
    .max(4 * MENU_TEXT_LENGTH_MAX)
    .default(''),
  price: z.int(),
  allergens: z.array(z.enum(allergens)).max(14).default([]),
  diets: z.array(z.enum(diets)).max(4).default([]),
  /** Whether customers see it at all. */
  available: z.boolean().default(true),
  /** Left out, of a new item nobody counts them; of another it stays as it is, as customers order meanwhile. */
  portionsLeft: z.int().nullable().optional(),
  maxPerOrder: z.int().nullable().default(null),
  options: z
    .array(
      z.object({
        optionId: id.optional(),
        name: z.string().max(4 * MENU_NAME_LENGTH_MAX),
        min: z.int(),
        max: z.int(),
        choices: z
          .array(
            z.object({
              id: id.optional(),
              name: z.string().max(4 * MENU_NAME_LENGTH_MAX),
              priceAdjustment: z.int().default(0),
              allergens: z.array(z.enum(allergens)).max(14).default([]),
            }),
          )
          .max(50),
      }),
    )
    .max(20)
    .default([]),
})
export type ItemDraft = z.input<typeof itemDraft>

/** S3.03: what of a line is sent when an order is placed. */
export const orderLineRequest = z.object({
  itemId: id,
  quantity: z.int().min(1, 'must be at least 1').max(LINE_QUANTITY_MAX, `must be at most ${LINE_QUANTITY_MAX}`),
  /** A choice from an option that allows several repeats the option's id. */
  options: z
    .array(z.object({ optionId: id, choiceId: id }))
    .max(100)
    .superRefine((options, context) => {
      const keys = options.map(choiceKey)
      for (const [at, key] of keys.entries())
        if (keys.indexOf(key) < at)
          context.addIssue({ code: 'custom', path: [at], message: 'must not repeat a choice of the same line' })
    }),
  dietaryRequirements: z
    .array(z.string().trim().min(1).max(DIETARY_REQUIREMENT_LENGTH_MAX))
    .max(DIETARY_REQUIREMENTS_MAX),
})
export type OrderLineRequest = z.output<typeof orderLineRequest>
