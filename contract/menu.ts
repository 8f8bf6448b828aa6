import * as z from 'zod'
import { toChoiceKey } from './cart-choice.ts'
import { allergens, diets, services } from './menu-enums.ts'
import {
  AMOUNT_MAX_MINOR_UNITS,
  DIETARY_REQUIREMENT_LENGTH_MAX,
  ITEM_OPTIONS_MAX,
  LINE_DIETARY_REQUIREMENTS_MAX,
  LINE_QUANTITY_MAX,
  MENU_NAME_LENGTH_MAX,
  MENU_TEXT_LENGTH_MAX,
  OPTION_CHOICES_MAX,
  SPECIAL_DAYS_MAX,
  ZONE_PREFIXES_MAX,
} from './ordering-limits.ts'

export * from './menu-enums.ts'

/** An amount in minor units of the kitchen's currency, such as pence or cents. */
export const moneySchema = z.int().min(0).max(AMOUNT_MAX_MINOR_UNITS)
const instant = z.int()
/** An id in a menu, created by the server. */
const id = z.uuid()

/** Minutes since midnight in the kitchen's time zone. */
const minuteOfDay = z.int().min(0).max(1_439)
/** An interval that ends at or before its start ends on the next day. */
const interval = z.object({ service: z.enum(services), from: minuteOfDay, to: minuteOfDay })
export type OpeningInterval = z.output<typeof interval>

/**
 * The opening hours of each week. A special day replaces the weekly hours of its date with its own intervals, or with
 * none.
 */
export const openingHoursSchema = z.object({
  /** `weekday`: 1 is Monday, 7 Sunday. */
  weekly: z.array(interval.extend({ weekday: z.int().min(1).max(7) })).max(100),
  special: z.array(z.object({ date: z.iso.date(), intervals: z.array(interval).max(10) })).max(SPECIAL_DAYS_MAX),
})
export type OpeningHours = z.output<typeof openingHoursSchema>

/**
 * A delivery zone. A null value means that the kitchen's general value applies. When several zones match a postcode,
 * the zone with the longest prefix applies.
 */
export const deliveryZoneSchema = z.object({
  prefixes: z.array(z.string().trim().min(1).max(10)).min(1).max(ZONE_PREFIXES_MAX),
  fee: moneySchema.nullable(),
  freeOver: moneySchema.nullable(),
  minimum: moneySchema.nullable(),
})
export type DeliveryZone = z.output<typeof deliveryZoneSchema>

/** The public terms of a kitchen: its identity, prices, services, hours and zones. */
export const kitchenTermsSchema = z.object({
  vId: id,
  slug: z.string(),
  name: z.string(),
  blurb: z.string(),
  picture: z.string().nullable(),
  /** Shown to customers after they ordered; empty when the kitchen gives none. */
  phone: z.string(),
  /** The pickup address. */
  place: z.string(),
  /** IANA time zone. */
  timezone: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  deliveryFee: moneySchema,
  /** The subtotal from which delivery is free; null when delivery is never free, 0 when it always is (S9.03). */
  deliveryFreeOrdersOver: moneySchema.nullable(),
  minimumOrder: moneySchema,
  services: z.array(z.enum(services)),
  prepMinutes: z.int(),
  acceptWithinMinutes: z.int(),
  /** The maximum number of orders in a slot (SLOT_MINUTES); null for no limit. */
  ordersPerSlot: z.int().nullable(),
  hours: openingHoursSchema,
  /** The delivery zones. A kitchen without zones delivers to any address. */
  zones: z.array(deliveryZoneSchema),
  /** The end of the pause in new orders; null without a pause. */
  pausedUntil: instant.nullable(),
  /** The minutes that a rush adds to every preparation time. */
  rushMinutes: z.int(),
  /** The end of the rush; null without a rush. */
  rushUntil: instant.nullable(),
})
export type KitchenTerms = z.output<typeof kitchenTermsSchema>

const priceAdjustment = z.int().min(-AMOUNT_MAX_MINOR_UNITS).max(AMOUNT_MAX_MINOR_UNITS)

const choice = z.object({
  id,
  name: z.string(),
  priceAdjustment,
  allergens: z.array(z.enum(allergens)),
  soldOutUntil: instant.nullable(),
})
export type ItemOptionChoice = z.output<typeof choice>

const option = z.object({
  optionId: id,
  name: z.string(),
  /** The smallest number of choices that the customer may take. */
  min: z.int(),
  /** The largest number of choices that the customer may take. */
  max: z.int(),
  choices: z.array(choice),
})
export type ItemOption = z.output<typeof option>

/** A dish on the menu (S3.03). */
export const itemSchema = z.object({
  itemId: id,
  name: z.string(),
  description: z.string(),
  price: moneySchema,
  picture: z.string().nullable(),
  allergens: z.array(z.enum(allergens)),
  diets: z.array(z.enum(diets)),
  soldOutUntil: instant.nullable(),
  /** The remaining portions; null when they are not counted. */
  portionsLeft: z.int().min(0).nullable(),
  maxPerOrder: z.int().nullable(),
  options: z.array(option),
})
export type Item = z.output<typeof itemSchema>

export const categorySchema = z.object({ id, name: z.string(), items: z.array(itemSchema) })
export type Category = z.output<typeof categorySchema>

/** All data of a kitchen that a quote needs. */
export const kitchenSchema = z.object({
  terms: kitchenTermsSchema,
  categories: z.array(categorySchema),
  /** The starts of fully booked slots, in milliseconds since 1970. */
  fullSlots: z.array(instant),
})
export type Kitchen = z.output<typeof kitchenSchema>

/** The editable data of an item. */
const editableItem = z.object({
  categoryId: id,
  name: z.string().max(4 * MENU_NAME_LENGTH_MAX),
  description: z.string().max(4 * MENU_TEXT_LENGTH_MAX),
  price: z.int(),
  allergens: z.array(z.enum(allergens)).max(14),
  diets: z.array(z.enum(diets)).max(4),
  /** Whether customers see the item. */
  available: z.boolean(),
  /** The remaining portions; null when they are not counted. */
  portionsLeft: z.int().nullable(),
  maxPerOrder: z.int().nullable(),
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
              priceAdjustment: priceAdjustment.default(0),
              allergens: z.array(z.enum(allergens)).max(14).default([]),
            }),
          )
          .max(OPTION_CHOICES_MAX),
      }),
    )
    .max(ITEM_OPTIONS_MAX),
})

/**
 * The changes of an item. Omitted fields keep their values, because another member may have changed them, and orders
 * reduce the portions. Ids of existing options and choices stay the same, so that stored carts still match the menu.
 */
export const itemChangesSchema = editableItem.partial()

/** The data of a new item. Its portions are not counted unless `portionsLeft` is sent. */
export const itemDraftSchema = editableItem.extend({
  /** Created by the browser once for each new item, so that a repeated call adds no second item. */
  itemId: id.optional(),
  description: editableItem.shape.description.default(''),
  allergens: editableItem.shape.allergens.default([]),
  diets: editableItem.shape.diets.default([]),
  available: editableItem.shape.available.default(true),
  portionsLeft: editableItem.shape.portionsLeft.optional(),
  maxPerOrder: editableItem.shape.maxPerOrder.default(null),
  options: editableItem.shape.options.default([]),
})
export type ItemDraft = z.input<typeof itemDraftSchema>

/** A line of an order request (S3.03). */
export const orderLineRequestSchema = z.object({
  itemId: id,
  quantity: z.int().min(1, 'must be at least 1').max(LINE_QUANTITY_MAX, `must be at most ${LINE_QUANTITY_MAX}`),
  /**
   * The customer's choices. When a customer takes several choices of one option, the option's id occurs several times.
   */
  options: z
    .array(z.object({ optionId: id, choiceId: id }))
    .max(100)
    .superRefine((options, context) => {
      const keys = options.map(toChoiceKey)
      for (const [at, key] of keys.entries())
        if (keys.indexOf(key) < at)
          context.addIssue({ code: 'custom', path: [at], message: 'must not repeat a choice of the same line' })
    }),
  dietaryRequirements: z
    .array(z.string().trim().min(1).max(DIETARY_REQUIREMENT_LENGTH_MAX))
    .max(LINE_DIETARY_REQUIREMENTS_MAX),
})
export type OrderLineRequest = z.output<typeof orderLineRequestSchema>
