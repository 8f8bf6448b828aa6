import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenApprovalStatuses, kitchenParamsSchema } from './kitchen.ts'
import { kitchenTermsSchema } from './menu.ts'
import { orderStates } from './order-states.ts'
import { orderSchema } from './ordering.ts'

export const deskKitchenSchema = kitchenTermsSchema.pick({ vId: true, slug: true, name: true, currency: true }).extend({
  status: z.enum(kitchenApprovalStatuses),
  sample: z.boolean(),
  owners: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
  items: z.int(),
  /** The number of orders, without rejected, cancelled and expired ones; the count stops at `ORDER_COUNT_SHOWN_MAX`. */
  orders: z.int(),
  /**
   * Whether `deleteKitchen` is allowed: for a kitchen that never had an order in any state, and for the sample kitchen
   * when all its orders are finished and each of their card payments is voided or completely refunded.
   */
  deletable: z.boolean(),
  /** The commission that the kitchen pays the site on its sales, in hundredths of a per cent. */
  commissionRate: z.int(),
  createdAt: z.int(),
})
export type DeskKitchen = z.output<typeof deskKitchenSchema>

export const listDeskKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/desk/kitchens',
  access: 'admin',
  replies: { 200: z.object({ kitchens: z.array(deskKitchenSchema), damaged: damagedRowsSchema }) },
})

/**
 * Creates a kitchen for an account. The account becomes the owner of the kitchen and a partner, and customers can order
 * at once. Before this call, the admin must prove ownership of their account (`proveOwnership`). The same is true for
 * `deleteKitchen`.
 */
export const createKitchenForOwner = defineEndpoint({
  method: 'POST',
  path: '/api/desk/kitchens',
  access: 'admin',
  body: z.object({
    name: z.string().max(1000),
    slug: z.string().max(1000),
    timezone: z.string().max(60),
    currency: z.string().max(3),
    owner: z.string().max(1000),
  }),
  replies: { 201: deskKitchenSchema },
  errors: [
    'name_missing',
    'name_too_long',
    'slug_invalid',
    'slug_taken',
    'time_zone_unknown',
    'currency_unknown',
    'email_invalid',
    'no_such_reader',
    'proof_required',
    'protection_required',
  ],
})

/**
 * Opens a kitchen to customers, or suspends it. A suspended kitchen takes no new orders but finishes its open orders.
 */
export const setKitchenApprovalStatus = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/kitchens/:vId/status',
  access: 'admin',
  params: kitchenParamsSchema,
  body: z.object({ status: z.enum(['active', 'suspended']), reason: z.string().max(500).default('') }),
  replies: { 200: deskKitchenSchema },
  errors: ['not_found'],
})

/** Deletes a kitchen that never had an order, or the sample kitchen with its finished orders. */
export const deleteKitchen = defineEndpoint({
  method: 'DELETE',
  path: '/api/desk/kitchens/:vId',
  access: 'admin',
  params: kitchenParamsSchema,
  replies: { 204: z.undefined() },
  errors: ['not_found', 'in_use', 'proof_required', 'protection_required'],
})

export const deskOrderSchema = orderSchema.pick({
  ...({ orderId: true, number: true, vendor: true, currency: true, currencyDigits: true } as const),
  ...({ customer: true, service: true, total: true, state: true, promisedAt: true, placedAt: true } as const),
})

export const orderFilters = ['all', 'open', 'done', 'lost'] as const

/**
 * Lists all orders, newest first. The search matches the order number, the customer and the kitchen. The filter `lost`
 * means rejected, cancelled or expired orders.
 */
export const listDeskOrders = defineEndpoint({
  method: 'GET',
  path: '/api/desk/orders',
  access: 'admin',
  query: z.object({
    search: z.string().max(200).default(''),
    filter: z.enum(orderFilters).default('all'),
    cursor: z.uuid().optional(),
  }),
  replies: {
    200: z.object({
      orders: z.array(deskOrderSchema),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
      /** The number of orders in each state; each count stops at `ORDER_COUNT_SHOWN_MAX`. */
      counts: z.record(z.enum(orderStates), z.int()),
    }),
  },
})
