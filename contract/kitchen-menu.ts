import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParamsSchema, managedKitchenSchema } from './kitchen.ts'
import { HOUR_MS, PICTURE_BYTES_MAX } from './limits.ts'
import { itemChangesSchema, itemDraftSchema } from './menu.ts'

const instant = z.int()
const userText = z.string().max(1000)
const inMenu = kitchenParamsSchema.extend({ id: z.uuid() })
const named = z.object({ name: userText })

/** Adds a category. A repeated call with the same `id` renames the category of the first call. */
export const addCategory = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/categories',
  access: 'reader',
  params: kitchenParamsSchema,
  /** The browser creates the `id` once for each new category. */
  body: named.extend({ id: z.uuid().optional() }),
  replies: { 201: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'name_missing', 'name_too_long', 'too_many_entries'],
})

export const renameCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/categories/:id',
  access: 'reader',
  params: inMenu,
  body: named,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'name_missing', 'name_too_long'],
})

/** Removes a category with all its items. */
export const removeCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/categories/:id',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden'],
})

/**
 * Sorts the whole menu: the categories, and the items of each category. An item can move to another category.
 * Categories and items that the request does not name come last, in their previous order.
 */
export const reorderMenu = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/menu-order',
  access: 'reader',
  params: kitchenParamsSchema,
  body: z.object({ categories: z.array(z.object({ id: z.uuid(), items: z.array(z.uuid()).max(500) })).max(100) }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden'],
})

const itemErrors = [
  'name_missing',
  'name_too_long',
  'text_too_long',
  'amount_invalid',
  'options_invalid',
  'too_many_entries',
] as const

/** Adds an item. A repeated call with the same `itemId` changes the item of the first call. */
export const addItem = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/items',
  access: 'reader',
  params: kitchenParamsSchema,
  body: itemDraftSchema,
  replies: { 201: managedKitchenSchema.extend({ itemId: z.string() }) },
  errors: ['not_found', 'forbidden', ...itemErrors],
})

/** Changes an item. A field that is not sent keeps its value. */
export const changeItem = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id',
  access: 'reader',
  params: inMenu,
  body: itemChangesSchema,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', ...itemErrors],
})

export const removeItem = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/items/:id',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden'],
})

/**
 * Stores the uploaded image file as the item's picture: the server decodes it, crops it to 4:3 and encodes it again.
 */
export const storeItemPicture = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id/picture',
  access: 'reader',
  params: inMenu,
  body: z.instanceof(Uint8Array, { error: 'must be a picture' }),
  bodyLimit: PICTURE_BYTES_MAX,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden', 'picture_unreadable', 'picture_too_large', 'busy'],
  limits: [{ per: 'account', max: 100, windowMs: HOUR_MS }],
})

export const removeItemPicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/kitchen/:vId/items/:id/picture',
  access: 'reader',
  params: inMenu,
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'forbidden'],
})

/** Marks an item or one of its choices as sold out until a time. Null removes the mark. */
export const setSoldOut = defineEndpoint({
  method: 'PUT',
  path: '/api/kitchen/:vId/items/:id/sold-out',
  access: 'reader',
  params: inMenu,
  body: z.object({ choiceId: z.uuid().nullable().default(null), until: instant.nullable() }),
  replies: { 200: managedKitchenSchema },
  errors: ['not_found', 'end_before_start', 'too_far_ahead'],
})
