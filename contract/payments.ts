import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParamsSchema } from './kitchen.ts'
import { HOUR_MS, MINUTE_MS } from './limits.ts'
import { moneySchema } from './menu.ts'
import { orderParamsSchema, orderSchema, trackingQuerySchema } from './ordering.ts'
import { REASON_LENGTH_MAX } from './ordering-limits.ts'

/**
 * The settings that a browser needs to take cards; null when the site does not take cards. The site never receives card
 * data.
 */
const settings = z.object({ stripe: z.object({ publishableKey: z.string() }).nullable() })
export type PublicPaymentSettings = z.output<typeof settings>

export const getPublicPaymentSettings = defineEndpoint({
  method: 'GET',
  path: '/api/payments/settings',
  access: 'anyone',
  replies: { 200: settings },
})

/**
 * Starts the payment of an order. When a payment exists, the call instead reads the payment's state from the provider.
 * The order then follows this state, even before the provider calls the webhook.
 */
export const beginOrRefreshPayment = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/payment',
  access: 'anyone',
  params: orderParamsSchema,
  query: trackingQuerySchema,
  replies: {
    200: z.object({
      order: orderSchema,
      /** The secret with which the browser confirms the payment; null when no payment is needed any more. */
      clientSecret: z.string().nullable(),
      /** Whether the card is charged when the order is placed instead of when the kitchen accepts it. */
      chargedAtOnce: z.boolean(),
    }),
  },
  errors: ['not_found', 'unauthenticated', 'cards_off', 'card_testing', 'payment_failed'],
  limits: [{ per: 'address', max: 120, windowMs: HOUR_MS }],
})

/** The path of the provider's webhook. Its requests are signed, so it needs no login. */
export const PAYMENT_WEBHOOK_PATH = '/api/payments/stripe'

/**
 * Refunds a card payment. The caller must be an owner of the kitchen or an admin, and must first prove ownership of the
 * account (`proveOwnership`).
 */
export const refundPayment = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/orders/:id/refunds',
  access: 'reader',
  params: kitchenParamsSchema.extend({ id: z.uuid() }),
  body: z.object({
    /** Created by the browser once for each refund. */
    key: z.uuid(),
    /** The amount. It has the same number of decimals as the order. */
    amount: z.int(),
    reason: z
      .string()
      .max(4 * REASON_LENGTH_MAX)
      .default(''),
  }),
  replies: { 200: orderSchema },
  errors: [
    'not_found',
    'forbidden',
    'reason_missing',
    'text_too_long',
    'amount_invalid',
    'refund_too_much',
    'cards_off',
    'not_paid',
    'key_reused',
    'proof_required',
    'protection_required',
  ],
  limits: [{ per: 'account', max: 30, windowMs: 10 * MINUTE_MS }],
})

export const receiptKinds = ['receipt', 'credit_note'] as const

/**
 * A receipt for a payment, or a credit note for a refund. It is never changed and does not contain the customer's name.
 */
export const receiptSchema = z.object({
  receiptId: z.string(),
  kind: z.enum(receiptKinds),
  /** The number, counted from 1 at each kitchen without gaps. Receipts and credit notes are counted separately. */
  number: z.int(),
  orderId: z.string(),
  orderNumber: z.int(),
  issuedAt: z.int(),
  timezone: z.string(),
  kitchen: z.object({ name: z.string(), place: z.string(), phone: z.string() }),
  currency: z.string(),
  /** The decimals of the order's amounts. */
  currencyDigits: z.int(),
  lines: z.array(z.object({ quantity: z.int(), name: z.string(), details: z.string(), amount: moneySchema })),
  deliveryFee: moneySchema,
  /** The paid or refunded amount. */
  amount: moneySchema,
  /** The way of payment, such as "By card" or "In cash". */
  paid: z.string(),
  /** The reason of a credit note. */
  reason: z.string(),
  /** For a credit note: the number of the receipt that it corrects. */
  receiptNumber: z.int().nullable(),
})
export type Receipt = z.output<typeof receiptSchema>

/** Lists the receipts of an order, oldest first, for callers who may read the order. */
export const listReceipts = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id/receipts',
  access: 'anyone',
  params: orderParamsSchema,
  query: trackingQuerySchema,
  replies: { 200: z.object({ receipts: z.array(receiptSchema), damaged: damagedRowsSchema }) },
  errors: ['not_found', 'unauthenticated'],
})

/** Returns a receipt as a PDF. */
export const getReceiptPdf = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id/receipts/:receiptId/pdf',
  access: 'anyone',
  params: orderParamsSchema.extend({ receiptId: z.uuid() }),
  query: trackingQuerySchema,
  replies: {},
  errors: ['not_found', 'unauthenticated'],
  limits: [{ per: 'address', max: 120, windowMs: HOUR_MS }],
})
