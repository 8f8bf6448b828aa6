import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParams } from './kitchen.ts'
import { HOUR_MS, MINUTE_MS } from './limits.ts'
import { money } from './menu.ts'
import { order, orderParams, trackingQuery } from './ordering.ts'
import { REASON_LENGTH_MAX } from './ordering-limits.ts'

/** What a browser needs to take cards; null where the site does not. No card data ever comes to this site. */
const settings = z.object({ stripe: z.object({ publishableKey: z.string() }).nullable() })
export type PaymentSettings = z.output<typeof settings>

export const getPaymentSettings = defineEndpoint({
  method: 'GET',
  path: '/api/payments/settings',
  access: 'anyone',
  replies: { 200: settings },
  errors: [],
})

/**
 * Lets an order that waits for its payment be paid, or finds out what has become of that: what the provider says counts at
 * once, whoever is first of this call and the webhook. Done again it changes nothing.
 */
export const payOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/payment',
  access: 'anyone',
  params: orderParams,
  query: trackingQuery,
  replies: {
    200: z.object({
      order,
      /** What the browser confirms the payment with; null where there is nothing left to pay. */
      clientSecret: z.string().nullable(),
      /** Whether the card is charged when the order is placed, not when the kitchen accepts it. */
      chargedAtOnce: z.boolean(),
    }),
  },
  errors: ['not_found', 'unauthenticated', 'cards_off', 'card_testing', 'payment_failed'],
  limits: [{ per: 'address', max: 120, windowMs: HOUR_MS }],
})

/** Where the provider tells of events; signed, so anybody may call it. */
export const WEBHOOK_PATH = '/api/payments/stripe'

/** Gives money back by card, for an owner of the kitchen or an admin, who prove that it is them. */
export const refundOrder = defineEndpoint({
  method: 'POST',
  path: '/api/kitchen/:vId/orders/:id/refunds',
  access: 'reader',
  params: kitchenParams.extend({ id: z.uuid() }),
  body: z.object({
    /** Made by the browser once for each refund. */
    key: z.uuid(),
    /** With the digits of the order. */
    amount: z.int(),
    reason: z
      .string()
      .max(4 * REASON_LENGTH_MAX)
      .default(''),
    currentPassword: z.string().max(1000).default(''),
  }),
  replies: { 200: order },
  errors: [
    'not_found',
    'forbidden',
    'reason_missing',
    'text_too_long',
    'amount_invalid',
    'refund_too_much',
    'not_paid',
    'key_reused',
    'wrong_password',
    'login_too_old',
    'busy',
  ],
  limits: [{ per: 'account', max: 30, windowMs: 10 * MINUTE_MS }],
})

export const receiptKinds = ['receipt', 'credit_note'] as const

/** A receipt for what was paid, or a credit note for what was given back; it never changes, and names no customer. */
export const receipt = z.object({
  receiptId: z.string(),
  kind: z.enum(receiptKinds),
  /** Counted from 1 at each kitchen, receipts and credit notes apart, without gaps. */
  number: z.int(),
  orderId: z.string(),
  orderNumber: z.int(),
  issuedAt: z.int(),
  timezone: z.string(),
  kitchen: z.object({ name: z.string(), place: z.string(), phone: z.string() }),
  currency: z.string(),
  /** Those of the order. */
  currencyDigits: z.int(),
  lines: z.array(z.object({ quantity: z.int(), name: z.string(), details: z.string(), amount: money })),
  deliveryFee: money,
  /** What was paid, or given back. */
  amount: money,
  /** "By card", "In cash". */
  paid: z.string(),
  /** Of a credit note: why. */
  reason: z.string(),
  /** Of a credit note: the number of the receipt that it takes back, or takes something off. */
  receiptNumber: z.int().nullable(),
})
export type Receipt = z.output<typeof receipt>

/** Those of an order, oldest first, for who may read it. */
export const listReceipts = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id/receipts',
  access: 'anyone',
  params: orderParams,
  query: trackingQuery,
  replies: { 200: z.object({ receipts: z.array(receipt) }) },
  errors: ['not_found', 'unauthenticated'],
})

/** One of them as a PDF. */
export const getReceiptPdf = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id/receipts/:receiptId/pdf',
  access: 'anyone',
  params: orderParams.extend({ receiptId: z.uuid() }),
  query: trackingQuery,
  replies: {},
  errors: ['not_found', 'unauthenticated'],
  limits: [{ per: 'address', max: 120, windowMs: HOUR_MS }],
})
