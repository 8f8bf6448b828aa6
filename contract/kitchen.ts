import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS } from './limits.ts'
import { category, deliveryZone, item, kitchen, kitchenTerms, openingHours } from './menu.ts'
import { services } from './menu-enums.ts'
import { KITCHEN_MEMBERS_MAX } from './ordering-limits.ts'

const instant = z.int()
export const kitchenParams = z.object({ vId: z.uuid() })
const typed = z.string().max(1000)

export const kitchenStatuses = ['pending', 'active', 'suspended'] as const
export type KitchenStatus = (typeof kitchenStatuses)[number]
export const memberRoles = ['owner', 'staff'] as const
export type MemberRole = (typeof memberRoles)[number]

export const ownKitchen = kitchenTerms.pick({ vId: true, slug: true, name: true }).extend({
  status: z.enum(kitchenStatuses),
  /** Null for an admin who is no member. */
  role: z.enum(memberRoles).nullable(),
})
export type OwnKitchen = z.output<typeof ownKitchen>

/**
 * The kitchens that the caller works in, of an admin all, and those that have invited their address. `mayCreate`: whether
 * they may begin one.
 */
export const listOwnKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen',
  access: 'reader',
  replies: {
    200: z.object({
      kitchens: z.array(ownKitchen),
      invitations: z.array(z.object({ vId: z.string(), name: z.string(), role: z.enum(memberRoles) })),
      damaged: damagedRows,
      mayCreate: z.boolean(),
    }),
  },
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
  /** Whether guests confirm their address before their first order; left out, it stays as it is. */
  confirmFirst: z.boolean().optional(),
})
export type KitchenSettings = z.input<typeof settings>

const settingsErrors = [
  'name_missing',
  'name_too_long',
  'slug_invalid',
  'slug_taken',
  'time_zone_unknown',
  'currency_unknown',
  'amount_invalid',
  'minutes_invalid',
  'phone_invalid',
  'text_too_long',
  'in_use',
] as const

export const managedItem = item.extend({ available: z.boolean() })
export type ManagedItem = z.output<typeof managedItem>
const managedCategory = category.extend({ items: z.array(managedItem) })
export type ManagedCategory = z.output<typeof managedCategory>

/** A kitchen as its members see it: everything, what customers do not see too. */
export const managedKitchen = kitchen.extend({
  status: z.enum(kitchenStatuses),
  role: z.enum(memberRoles).nullable(),
  /** Whether guests confirm their address before their first order. */
  confirmFirst: z.boolean(),
  categories: z.array(managedCategory),
  /** Dishes that cannot be shown. */
  damaged: damagedRows,
  members: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(memberRoles) })),
  /** Who has been invited and has not joined. Whether the address has an account is said to nobody. */
  invitations: z.array(z.object({ invitationId: z.string(), email: z.string(), role: z.enum(memberRoles) })),
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
  params: kitchenParams,
  replies: { 200: managedKitchen },
  errors: ['not_found'],
})

/** By its owner, as everything but orders, pauses and what is sold out. */
export const saveKitchenSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId',
  access: 'reader',
  params: kitchenParams,
  body: settings,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', ...settingsErrors],
})

export const saveHours = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/hours',
  access: 'reader',
  params: kitchenParams,
  body: openingHours,
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'hours_overlap', 'day_twice'],
})

export const saveZones = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/zones',
  access: 'reader',
  params: kitchenParams,
  body: z.object({ zones: z.array(deliveryZone).max(50) }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'postcode_invalid', 'postcode_twice'],
})

/** Takes no orders until then; null goes on at once. */
export const pauseKitchen = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/pause',
  access: 'reader',
  params: kitchenParams,
  body: z.object({ until: instant.nullable() }),
  replies: { 200: kitchenTerms },
  errors: ['not_found', 'end_before_start', 'too_far_ahead'],
})

/** Everything takes so many minutes longer until then; null ends it. */
export const setKitchenRush = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/rush',
  access: 'reader',
  params: kitchenParams,
  body: z.object({ minutes: z.int(), until: instant.nullable() }),
  replies: { 200: kitchenTerms },
  errors: ['not_found', 'minutes_invalid', 'end_before_start', 'too_far_ahead'],
})

/**
 * Invites an address to work in the kitchen: by mail, and in the same way whether or not it has an account. A member gets that
 * role at once.
 */
export const inviteKitchenMember = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/members',
  access: 'reader',
  params: kitchenParams,
  body: z.object({ email: typed, role: z.enum(memberRoles) }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'email_invalid', 'too_many_entries', 'last_owner'],
  limits: [
    { per: 'account', max: KITCHEN_MEMBERS_MAX, windowMs: HOUR_MS },
    { per: 'email', max: 5, windowMs: HOUR_MS },
  ],
})

/** Takes an invitation back. */
export const withdrawKitchenInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/invitations/:invitationId',
  access: 'reader',
  params: kitchenParams.extend({ invitationId: z.uuid() }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden'],
})

/** The caller, whose confirmed address has been invited, works in the kitchen from now on. */
export const acceptKitchenInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/join',
  access: 'reader',
  params: kitchenParams,
  replies: { 200: ownKitchen },
  errors: ['not_found'],
})

/** Nobody takes the last owner away. */
export const removeKitchenMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/members/:userId',
  access: 'reader',
  params: kitchenParams.extend({ userId: z.uuid() }),
  replies: { 200: managedKitchen },
  errors: ['not_found', 'forbidden', 'last_owner'],
})
