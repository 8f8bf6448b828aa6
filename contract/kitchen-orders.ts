import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParams, kitchenStatuses } from './kitchen.ts'
import { kitchenTerms } from './menu.ts'
import { orderStates } from './order-states.ts'
import { order } from './ordering.ts'
import { REASON_LENGTH_MAX } from './ordering-limits.ts'

const instant = z.int()

/** What has been sold on a day of the kitchen's, in minor units of its currency: rejected and cancelled orders count apart. */
const figures = z.object({ orders: z.int(), total: z.int(), lost: z.int() })
export type SalesFigures = z.output<typeof figures>

/** Every open order, and what was finished today, newest last. */
export const getBoard = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/board',
  access: 'reader',
  params: kitchenParams,
  replies: {
    200: z.object({
      terms: kitchenTerms,
      status: z.enum(kitchenStatuses),
      orders: z.array(order),
      damaged: damagedRows,
      today: figures,
      /** The server's clock, in milliseconds since 1970: a tablet's may be wrong. */
      now: instant,
    }),
  },
  errors: ['not_found'],
})
export type Board = z.output<(typeof getBoard)['replies'][200]>

/** Sold items and sums of the last thirty days, for each day of the kitchen's. */
export const getSalesFigures = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/figures',
  access: 'reader',
  params: kitchenParams,
  replies: {
    200: z.object({
      days: z.array(figures.extend({ date: z.iso.date() })),
      /** Today's, the most sold first. */
      items: z.array(z.object({ name: z.string(), quantity: z.int(), total: z.int() })),
      /** Today's orders whose lines cannot be counted. */
      damaged: damagedRows,
      today: figures,
      currency: z.string(),
    }),
  },
  errors: ['not_found'],
})

/**
 * Moves an order to its next state, rejects or cancels it. To where it is already nothing changes. What the table of states
 * does not list is refused, naming both states. When another member was first, with another time or reason, the refusal
 * names them, and when and how they moved it.
 */
export const moveOrder = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/orders/:id/state',
  access: 'reader',
  params: kitchenParams.extend({ id: z.uuid() }),
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
  errors: ['not_found', 'order_moved', 'reason_missing', 'text_too_long', 'not_acknowledged', 'promise_invalid'],
})
