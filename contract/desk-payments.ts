import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { deskKitchen } from './desk-kitchens.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParams } from './kitchen.ts'
import { order } from './ordering.ts'

/** What somebody has to look at. */
export const alertKinds = [
  /** Many cards are refused: of one order, account, address or card, or on the whole site. */
  'card_testing',
  /** A card was authorised for an order that had ended; it was given back. */
  'late_payment',
  /** The money of an order cannot be had any more, though the kitchen has it on its board. */
  'payment_lost',
  /** Another amount or currency than that of the order; it was given back. */
  'amount_differs',
  'refund_failed',
  /** The customer has asked their bank for the money. */
  'disputed',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const paymentAlert = z.object({
  alertId: z.string(),
  kind: z.enum(alertKinds),
  detail: z.string(),
  at: z.int(),
  order: order.pick({ orderId: true, number: true, vendor: true }).nullable(),
})
export type PaymentAlert = z.output<typeof paymentAlert>

/** An order as the desk lists its payment. */
const payment = order.pick({
  orderId: true,
  number: true,
  vendor: true,
  currency: true,
  currencyDigits: true,
  customer: true,
  total: true,
  state: true,
  paymentState: true,
  refunds: true,
  card: true,
  declined: true,
  placedAt: true,
})
export type DeskPayment = z.output<typeof payment>

export const paymentFilters = ['all', 'waiting', 'refused', 'held', 'paid', 'returned'] as const

/** Every card payment, newest first, and what has to be looked at. */
export const listDeskPayments = defineEndpoint({
  method: 'GET',
  path: '/api/desk/payments',
  access: 'admin',
  query: z.object({ filter: z.enum(paymentFilters).default('all'), cursor: z.uuid().optional() }),
  replies: {
    200: z.object({
      /** Whether cards are taken at all. */
      on: z.boolean(),
      alerts: z.array(paymentAlert),
      payments: z.array(payment),
      damaged: damagedRows,
      next: z.string().nullable(),
    }),
  },
  errors: [],
})

/** Somebody has looked at it; done again it changes nothing. */
export const dismissPaymentAlert = defineEndpoint({
  method: 'POST',
  path: '/api/desk/payment-alerts/:id/seen',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  replies: { 204: z.undefined() },
  errors: ['not_found'],
})

/** What a kitchen pays the site of what it sells from now on, in hundredths of a per cent. */
export const setCommission = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/kitchens/:vId/commission',
  access: 'admin',
  params: kitchenParams,
  body: z.object({ rate: z.int() }),
  replies: { 200: deskKitchen },
  errors: ['not_found', 'amount_invalid'],
})
