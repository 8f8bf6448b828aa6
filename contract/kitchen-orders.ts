import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenApprovalStatuses, kitchenParamsSchema } from './kitchen.ts'
import { kitchenTermsSchema } from './menu.ts'
import { orderStates } from './order-states.ts'
import { orderSchema, timestampSchema } from './ordering.ts'
import { REASON_LENGTH_MAX } from './ordering-limits.ts'

const instant = z.int()

/**
 * The sales of a day of the kitchen's calendar, in minor units. `lost` counts rejected, cancelled and expired orders.
 */
const figures = z.object({ orders: z.int(), total: z.int(), lost: z.int() })
export type DailySales = z.output<typeof figures>

/** Returns all open orders and the orders that ended today, newest last. */
export const getBoard = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/board',
  access: 'reader',
  params: kitchenParamsSchema,
  replies: {
    200: z.object({
      terms: kitchenTermsSchema,
      status: z.enum(kitchenApprovalStatuses),
      orders: z.array(orderSchema),
      damaged: damagedRowsSchema,
      today: figures,
      /** The server's time in milliseconds since 1970, because the clock of the kitchen's tablet may be wrong. */
      now: instant,
    }),
  },
  errors: ['not_found'],
})
export type Board = z.output<(typeof getBoard)['replies'][200]>

/** Returns the sales of each of the last thirty days of the kitchen's calendar, and the items sold today. */
export const getSalesFigures = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/figures',
  access: 'reader',
  params: kitchenParamsSchema,
  replies: {
    200: z.object({
      days: z.array(figures.extend({ date: z.iso.date() })),
      /** The items sold today, most sold first. */
      items: z.array(z.object({ name: z.string(), quantity: z.int(), total: z.int() })),
      /** Today's orders whose items are not counted, because their stored lines are invalid. */
      damaged: damagedRowsSchema,
      today: figures,
      currency: z.string(),
    }),
  },
  errors: ['not_found'],
})

/**
 * Moves an order to another state. A repeated move changes nothing. A move that the table of states does not allow is
 * refused, with the present and the requested state in the message. If another member has made a different move first,
 * the message names that member, the time and the move.
 */
export const moveOrder = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/orders/:id/state',
  access: 'reader',
  params: kitchenParamsSchema.extend({ id: z.uuid() }),
  body: z.object({
    to: z.enum(orderStates),
    /** Required when accepting: the time at which the order will be ready, or at the customer's door. */
    promisedAt: timestampSchema.optional(),
    /** Required when accepting: all dietary requirements of the order, which the kitchen confirms to have read. */
    acknowledged: z.array(z.string()).default([]),
    reason: z
      .string()
      .max(4 * REASON_LENGTH_MAX)
      .default(''),
  }),
  replies: { 200: orderSchema },
  errors: ['not_found', 'order_moved', 'reason_missing', 'text_too_long', 'not_acknowledged', 'promise_invalid'],
})
