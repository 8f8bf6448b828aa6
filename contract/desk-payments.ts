import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { deskKitchenSchema } from './desk-kitchens.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParamsSchema } from './kitchen.ts'
import { orderSchema } from './ordering.ts'

/** Reasons for an alert that an admin must look at. */
export const alertKinds = [
  /** Too many declined cards for one order, account, IP address or card, or on the whole site. */
  'card_testing',
  /** A card was authorised after its order had ended; the site has voided the authorisation. */
  'late_payment',
  /** The payment of an order that the kitchen is working on can no longer be collected. */
  'payment_lost',
  /** The amount or currency of the payment differs from that of the order; the site has refunded the payment. */
  'amount_differs',
  'refund_failed',
  /** The customer disputed the payment at their bank. */
  'disputed',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const paymentAlertSchema = z.object({
  alertId: z.string(),
  kind: z.enum(alertKinds),
  detail: z.string(),
  at: z.int(),
  order: orderSchema.pick({ orderId: true, number: true, vendor: true }).nullable(),
})
export type PaymentAlert = z.output<typeof paymentAlertSchema>

/** The payment of an order, as the desk lists it. */
const payment = orderSchema.pick({
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

/** Lists all card payments, newest first, and all open alerts. */
export const listDeskPayments = defineEndpoint({
  method: 'GET',
  path: '/api/desk/payments',
  access: 'admin',
  query: z.object({ filter: z.enum(paymentFilters).default('all'), cursor: z.uuid().optional() }),
  replies: {
    200: z.object({
      /** Whether the site takes cards. */
      on: z.boolean(),
      alerts: z.array(paymentAlertSchema),
      payments: z.array(payment),
      damaged: damagedRowsSchema,
      next: z.string().nullable(),
    }),
  },
})

/** Marks an alert as seen. A repeated call changes nothing. */
export const dismissPaymentAlert = defineEndpoint({
  method: 'POST',
  path: '/api/desk/payment-alerts/:id/seen',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  replies: { 204: z.undefined() },
  errors: ['not_found'],
})

/** Sets the commission that a kitchen pays on its future sales, in hundredths of a per cent. */
export const setKitchenCommission = defineEndpoint({
  method: 'PUT',
  path: '/api/desk/kitchens/:vId/commission',
  access: 'admin',
  params: kitchenParamsSchema,
  body: z.object({ rate: z.int() }),
  replies: { 200: deskKitchenSchema },
  errors: ['not_found', 'amount_invalid'],
})
