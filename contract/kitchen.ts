import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS } from './limits.ts'
import {
  categorySchema,
  deliveryZoneSchema,
  itemSchema,
  kitchenSchema,
  kitchenTermsSchema,
  openingHoursSchema,
} from './menu.ts'
import { KITCHEN_MEMBERS_MAX } from './ordering-limits.ts'

const instant = z.int()
export const kitchenParamsSchema = z.object({ vId: z.uuid() })
const userText = z.string().max(1000)

export const kitchenApprovalStatuses = ['pending', 'active', 'suspended'] as const
export type KitchenApprovalStatus = (typeof kitchenApprovalStatuses)[number]
export const memberRoles = ['owner', 'staff'] as const
export type MemberRole = (typeof memberRoles)[number]

export const manageableKitchenSchema = kitchenTermsSchema.pick({ vId: true, slug: true, name: true }).extend({
  status: z.enum(kitchenApprovalStatuses),
  /** Null for an admin who is not a member. */
  role: z.enum(memberRoles).nullable(),
})
export type ManageableKitchen = z.output<typeof manageableKitchenSchema>

/**
 * Lists the kitchens of the caller and the caller's invitations; an admin gets all kitchens. `mayCreate`: whether the
 * caller may create a kitchen.
 */
export const listManageableKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen',
  access: 'reader',
  replies: {
    200: z.object({
      kitchens: z.array(manageableKitchenSchema),
      invitations: z.array(z.object({ vId: z.string(), name: z.string(), role: z.enum(memberRoles) })),
      damaged: damagedRowsSchema,
      mayCreate: z.boolean(),
    }),
  },
})

/** The public data of a kitchen. Currency and slug cannot change after the first order. */
const settings = kitchenTermsSchema
  .omit({ vId: true, picture: true, hours: true, zones: true, pausedUntil: true, rushMinutes: true, rushUntil: true })
  .extend({
    name: userText,
    slug: userText,
    blurb: userText,
    phone: userText,
    place: userText,
    timezone: z.string().max(60),
    currency: z.string().max(3),
    deliveryFee: z.int(),
    deliveryFreeOrdersOver: z.int().nullable(),
    minimumOrder: z.int(),
    /** Whether guests must confirm their email address before their first order. */
    confirmFirst: z.boolean(),
  })
export type KitchenSettings = z.output<typeof settings>

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
  'phone_length',
  'text_too_long',
  'in_use',
] as const

export const managedItemSchema = itemSchema.extend({ available: z.boolean() })
export type ManagedItem = z.output<typeof managedItemSchema>
const managedCategory = categorySchema.extend({ items: z.array(managedItemSchema) })
export type ManagedCategory = z.output<typeof managedCategory>

/** A kitchen as its members see it, with data that customers do not see. */
export const managedKitchenSchema = kitchenSchema.extend({
  status: z.enum(kitchenApprovalStatuses),
  role: z.enum(memberRoles).nullable(),
  /** Whether guests must confirm their email address before their first order. */
  confirmFirst: z.boolean(),
  categories: z.array(managedCategory),
  /** Items that are not listed because their stored data is invalid. */
  damaged: damagedRowsSchema,
  /** The server's time in milliseconds since 1970, because the clock of the kitchen's tablet may be wrong. */
  now: instant,
  members: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(memberRoles) })),
  /** Open invitations. They do not reveal whether an invited email address has an account. */
  invitations: z.array(z.object({ invitationId: z.string(), email: z.string(), role: z.enum(memberRoles) })),
})
export type ManagedKitchen = z.output<typeof managedKitchenSchema>

/** Creates a kitchen that the caller owns. Customers see the kitchen after an admin has opened it. */
export const createKitchen = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen',
  access: 'partner',
  body: settings.pick({ name: true, slug: true, timezone: true, currency: true }),
  replies: { 201: managedKitchenSchema },
  errors: settingsErrors,
  limits: [{ per: 'account', max: 20, windowMs: HOUR_MS }],
})

export const getManagedKitchen = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId',
  access: 'reader',
  params: kitchenParamsSchema,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found'],
})

/**
 * Saves settings. A setting that is not sent keeps its value, so that owners who edit different settings do not
 * overwrite each other's changes. Only owners may save; staff may change orders, pauses and sold-out marks.
 */
export const saveKitchenSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId',
  access: 'reader',
  params: kitchenParamsSchema,
  body: settings.partial(),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', ...settingsErrors],
})

/** Saves the weekly hours, the special days or both. Omitted fields keep their values. */
export const saveHours = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/hours',
  access: 'reader',
  params: kitchenParamsSchema,
  body: openingHoursSchema.partial(),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'hours_overlap', 'day_twice'],
})

export const saveZones = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/zones',
  access: 'reader',
  params: kitchenParamsSchema,
  body: z.object({ zones: z.array(deliveryZoneSchema).max(50) }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'postcode_invalid', 'postcode_twice'],
})

/** Stops new orders until a time; null ends the pause. */
export const setKitchenPause = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/pause',
  access: 'reader',
  params: kitchenParamsSchema,
  body: z.object({ until: instant.nullable() }),
  replies: { 200: kitchenTermsSchema },
  errors: ['not_found', 'end_before_start', 'too_far_ahead'],
})

/** Adds minutes to every preparation time until a time; null ends the rush. */
export const setKitchenRush = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/rush',
  access: 'reader',
  params: kitchenParamsSchema,
  body: z.object({ minutes: z.int(), until: instant.nullable() }),
  replies: { 200: kitchenTermsSchema },
  errors: ['not_found', 'minutes_invalid', 'end_before_start', 'too_far_ahead'],
})

/**
 * Invites a person by email address to a role in the kitchen, whether or not the address has an account. If the address
 * belongs to a member of the kitchen, changes the role of this member without an invitation.
 */
export const inviteKitchenMember = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/members',
  access: 'reader',
  params: kitchenParamsSchema,
  body: z.object({ email: userText, role: z.enum(memberRoles) }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'email_invalid', 'too_many_entries', 'last_owner'],
  limits: [
    { per: 'account', max: KITCHEN_MEMBERS_MAX, windowMs: HOUR_MS },
    { per: 'email', max: 5, windowMs: HOUR_MS },
  ],
})

export const withdrawKitchenInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/invitations/:invitationId',
  access: 'reader',
  params: kitchenParamsSchema.extend({ invitationId: z.uuid() }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden'],
})

/** Accepts an invitation to the caller's confirmed email address; the caller becomes a member. */
export const acceptKitchenInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/join',
  access: 'reader',
  params: kitchenParamsSchema,
  replies: { 200: manageableKitchenSchema },
  errors: ['not_found'],
})

/** Removes a member. The last owner cannot be removed. */
export const removeKitchenMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/members/:userId',
  access: 'reader',
  params: kitchenParamsSchema.extend({ userId: z.uuid() }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'last_owner'],
})
