import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, KITCHEN_MEMBERS_MAX, PICTURE_BYTES_MAX, REASON_LENGTH_MAX } from './limits.ts'
import { category, deliveryZone, item, itemDraft, kitchen, openingHours, services, terms } from './menu.ts'
import { orderStates } from './order-states.ts'
import { order } from './ordering.ts'

const instant = z.int()
const inKitchen = z.object({ vId: z.uuid() })
const typed = z.string().max(1000)

export const vendorStatuses = ['pending', 'active', 'suspended'] as const
export type VendorStatus = (typeof vendorStatuses)[number]
export const memberRoles = ['owner', 'staff'] as const
export type MemberRole = (typeof memberRoles)[number]

const ownKitchen = terms.pick({ vId: true, slug: true, name: true }).extend({
  status: z.enum(vendorStatuses),
  /** Null for an admin who is no member. */
  role: z.enum(memberRoles).nullable(),
})
export type OwnKitchen = z.output<typeof ownKitchen>

/** The kitchens that the caller works in; of an admin all. `mayCreate`: whether they may begin one. */
export const listOwnKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen',
  access: 'reader',
  replies: { 200: z.object({ kitchens: z.array(ownKitchen), mayCreate: z.boolean() }) },
  errors: [],
})

/** What a kitchen says of itself; currency and slug stay once it has taken an order. */
const settings = z.object({
  name: typed,
  slug: typed,
  blurb: typed.default(''),
  phone: typed.default(''),
  place: typed.default(''),
  timezone: z.string().max(60),
  currency: z.string().max(3),
  services: z.array(z.enum(services)),
  prepMinutes: z.int(),
  acceptWithinMinutes: z.int(),
  ordersPerSlot: z.int().nullable(),
  deliveryFee: z.int(),
  deliveryFreeOrdersOver: z.int().nullable(),
  minimumOrder: z.int(),
})
export type KitchenSettings = z.input<typeof settings>

const settingsErrors = [
  ...([
    'name_missing',
    'name_too_long',
    'slug_invalid',
    'slug_taken',
    'time_zone_unknown',
    'currency_unknown',
  ] as const),
  ...(['amount_invalid', 'minutes_invalid', 'phone_invalid', 'text_too_long', 'in_use'] as const),
] as const

const managedItem = item.extend({ available: z.boolean() })
export type ManagedItem = z.output<typeof managedItem>
const managedCategory = category.extend({ items: z.array(managedItem) })
export type ManagedCategory = z.output<typeof managedCategory>

/** A kitchen as its members see it: everything, what customers do not see too. */
const managedKitchen = kitchen.extend({
  status: z.enum(vendorStatuses),
  role: z.enum(memberRoles).nullable(),
  categories: z.array(managedCategory),
  members: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(memberRoles) })),
})
export type ManagedKitchen = z.output<typeof managedKitchen>

/** Begins a kitchen of the caller's own; an admin opens it to customers. */
export const createKitchen = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen',
  access: 'partner',
  body: settings.pick({ name: true, slug: true, timezone: true, currency: true }),
  replies: { 201: managedKitchen },
  errors: settingsErrors,
  limits: [{ per: 'account', max: 20, windowMs: HOUR_MS }],
})

export const getOwnKitchen = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId',
  access: 'reader',
  params: inKitchen,
  replies: { 200: managedKitchen },
  errors: ['not_found'],
})

/** By its owner, as everything but orders, pauses and what is sold out. */
export const saveKitchenSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId',
  access: 'reader',
  params: inKitchen,
  body: settings,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', ...settingsErrors],
})

export const saveHours = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/hours',
  access: 'reader',
  params: inKitchen,
  body: openingHours,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'hours_overlap', 'day_twice'],
})

export const saveZones = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/zones',
  access: 'reader',
  params: inKitchen,
  body: z.object({ zones: z.array(deliveryZone).max(50) }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'postcode_invalid', 'postcode_twice'],
})

/** Takes no orders until then; null goes on at once. */
export const pauseKitchen = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/pause',
  access: 'reader',
  params: inKitchen,
  body: z.object({ until: instant.nullable() }),
  replies: { 200: terms },
  errors: ['not_found', 'end_before_start', 'too_far_ahead'],
})

/** Everything takes so many minutes longer until then; null ends it. */
export const rushKitchen = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/rush',
  access: 'reader',
  params: inKitchen,
  body: z.object({ minutes: z.int(), until: instant.nullable() }),
  replies: { 200: terms },
  errors: ['not_found', 'minutes_invalid', 'end_before_start', 'too_far_ahead'],
})

const inMenu = inKitchen.extend({ id: z.uuid() })
const named = z.object({ name: typed })

export const addCategory = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/categories',
  access: 'reader',
  params: inKitchen,
  body: named,
  replies: { 201: managedKitchen },
  errors: ['not_found', 'forbidden', 'name_missing', 'name_too_long', 'too_many_entries'],
})

export const renameCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/categories/:id',
  access: 'reader',
  params: inMenu,
  body: named,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'name_missing', 'name_too_long'],
})

/** With everything in it. */
export const removeCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/categories/:id',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden'],
})

/** Puts the whole menu into an order: categories, and the items in each; an item may change its category so. What is not named comes after, as it was. */
export const orderMenu = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/menu-order',
  access: 'reader',
  params: inKitchen,
  body: z.object({ categories: z.array(z.object({ id: z.uuid(), items: z.array(z.uuid()).max(500) })).max(100) }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden'],
})

const itemErrors = [
  ...([
    'name_missing',
    'name_too_long',
    'text_too_long',
    'amount_invalid',
    'options_invalid',
    'too_many_entries',
  ] as const),
] as const

export const addItem = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/items',
  access: 'reader',
  params: inKitchen,
  body: itemDraft,
  replies: { 201: managedKitchen.extend({ itemId: z.string() }) },
  errors: ['not_found', 'forbidden', ...itemErrors],
})

export const changeItem = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id',
  access: 'reader',
  params: inMenu,
  body: itemDraft,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', ...itemErrors],
})

export const removeItem = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/items/:id',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden'],
})

/** The body is the file itself; it is decoded, cropped to 4:3 and encoded anew. */
export const changeItemPicture = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id/picture',
  access: 'reader',
  params: inMenu,
  body: z.instanceof(Uint8Array, { error: 'must be a picture' }),
  bodyLimit: PICTURE_BYTES_MAX,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'picture_unreadable', 'busy'],
  limits: [{ per: 'account', max: 100, windowMs: HOUR_MS }],
})

export const removeItemPicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/items/:id/picture',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden'],
})

/** An item, or one of its choices, is sold out until then; null has it back at once. */
export const setSoldOut = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id/sold-out',
  access: 'reader',
  params: inMenu,
  body: z.object({ choiceId: z.uuid().nullable().default(null), until: instant.nullable() }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'end_before_start', 'too_far_ahead'],
})

/** Somebody with an account works in the kitchen from now on. */
export const addMember = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/members',
  access: 'reader',
  params: inKitchen,
  body: z.object({ email: typed, role: z.enum(memberRoles) }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'email_invalid', 'no_such_reader', 'too_many_entries'],
  limits: [{ per: 'account', max: KITCHEN_MEMBERS_MAX, windowMs: HOUR_MS }],
})

/** Nobody takes the last owner away. */
export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/members/:userId',
  access: 'reader',
  params: inKitchen.extend({ userId: z.uuid() }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'last_owner'],
})

/** What has been sold on a day of the kitchen's, in minor units: rejected and cancelled orders count apart. */
const figures = z.object({ orders: z.int(), total: z.int(), lost: z.int() })
export type Figures = z.output<typeof figures>

/** Every open order, and what was finished today, newest last. */
export const getBoard = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/board',
  access: 'reader',
  params: inKitchen,
  replies: {
    200: z.object({
      terms,
      status: z.enum(vendorStatuses),
      orders: z.array(order),
      today: figures,
      /** The server's clock, in milliseconds since 1970: a tablet's may be wrong. */
      now: instant,
    }),
  },
  errors: ['not_found'],
})
export type Board = z.output<(typeof getBoard)['replies'][200]>

/** Sold items and sums of the last thirty days, for each day of the kitchen's. */
export const getFigures = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/figures',
  access: 'reader',
  params: inKitchen,
  replies: {
    200: z.object({
      days: z.array(figures.extend({ date: z.iso.date() })),
      /** Today's, the most sold first. */
      items: z.array(z.object({ name: z.string(), quantity: z.int(), total: z.int() })),
      today: figures,
      currency: z.string(),
    }),
  },
  errors: ['not_found'],
})

/**
 * Moves an order to its next state, rejects or cancels it. To where it is already nothing changes. What the table of states
 * does not list is refused, naming both states.
 */
export const moveOrder = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/orders/:id/state',
  access: 'reader',
  params: inMenu,
  body: z.object({
    to: z.enum(orderStates),
    /** For accepting: when it will be ready, or at the door. */
    promisedAt: instant.optional(),
    /** For accepting: the dietary requirements that have been seen, all of them. */
    acknowledged: z.array(z.string()).default([]),
    reason: z
      .string()
      .max(4 * REASON_LENGTH_MAX)
      .default(''),
  }),
  replies: { 200: order },
  errors: [
    ...([
      'not_found',
      'order_moved',
      'reason_missing',
      'text_too_long',
      'not_acknowledged',
      'promise_invalid',
    ] as const),
  ],
})
