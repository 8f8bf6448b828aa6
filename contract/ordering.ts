import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS } from './limits.ts'
import { kitchenSchema, kitchenTermsSchema, moneySchema, orderLineRequestSchema } from './menu.ts'
import { allergens, paymentMethods, services } from './menu-enums.ts'
import { orderStates, paymentStates } from './order-states.ts'
import {
  ADDRESS_LINE_LENGTH_MAX,
  AMOUNT_MAX_MINOR_UNITS,
  NOTE_LENGTH_MAX,
  ORDER_LINES_MAX,
  PHONE_AND_REFERRAL_LENGTH_MAX,
} from './ordering-limits.ts'

export type { PaymentMethod } from './menu-enums.ts'

const instant = z.int()

/** The reasons why an order cannot be placed. */
export const quoteProblemCodes = [
  'empty',
  'paused',
  'closed',
  'too_late',
  'slot_gone',
  'slot_full',
  'service_unavailable',
  'below_minimum',
  'address_missing',
  'outside_zones',
  'item_gone',
  'item_sold_out',
  'portions',
  'quantity_invalid',
  'too_many',
  'choice_gone',
  'choice_repeated',
  'choice_sold_out',
  'too_few_choices',
  'too_many_choices',
] as const

const quoteProblem = z.object({
  code: z.enum(quoteProblemCodes),
  /** A sentence with a number or a time: "£3.20 short of the minimum of £15.00." */
  message: z.string(),
  /** The index of the line that has the problem. */
  line: z.int().optional(),
})
export type QuoteProblem = z.output<typeof quoteProblem>

const quote = z.object({
  service: z.enum(services),
  /** The chosen slot; null for an order as soon as possible. */
  slotAt: instant.nullable(),
  /** When the order would be ready for pickup, or delivered; null when it cannot be placed. */
  readyAt: instant.nullable(),
  currency: z.string(),
  subtotal: moneySchema,
  deliveryFee: moneySchema,
  total: moneySchema,
  problems: z.array(quoteProblem),
  expiresAt: instant,
})
export type Quote = z.output<typeof quote>

/**
 * A delivery address (S3.02). The length is limited in requests only, because normalisation can make the stored text
 * longer than this limit.
 */
const address = z.object({ address: z.string(), city: z.string(), postcode: z.string() })
const addressLine = z.string().max(ADDRESS_LINE_LENGTH_MAX)
const requestedAddress = z.object({ address: addressLine, city: addressLine, postcode: addressLine })
export type DeliveryAddress = z.output<typeof address>

/** A line as it was ordered; later changes of the menu do not affect it. */
const orderLine = z.object({
  itemId: z.string(),
  name: z.string(),
  quantity: z.int(),
  unitPrice: moneySchema,
  choices: z.array(
    z.object({
      optionId: z.string(),
      option: z.string(),
      choiceId: z.string(),
      choice: z.string(),
      priceAdjustment: z.int(),
    }),
  ),
  dietaryRequirements: z.array(z.string()),
  allergens: z.array(z.enum(allergens)),
})
export type OrderLine = z.output<typeof orderLine>

const orderEvent = z.object({
  at: instant,
  actor: z.enum(['customer', 'vendor', 'admin', 'system', 'payment']),
  /** Null for the first event. */
  from: z.enum(orderStates).nullable(),
  to: z.enum(orderStates),
  reason: z.string(),
  /** The time promised with this event. */
  promisedAt: instant.nullable(),
  /** The dietary requirements that the kitchen confirmed. */
  acknowledged: z.array(z.string()),
})
export type OrderEvent = z.output<typeof orderEvent>

export const refundStates = ['pending', 'succeeded', 'failed'] as const

const refund = z.object({
  refundId: z.string(),
  amount: moneySchema,
  reason: z.string(),
  state: z.enum(refundStates),
  at: instant,
})
export type Refund = z.output<typeof refund>

export const orderSchema = z.object({
  orderId: z.string(),
  /**
   * A short number, counted from 1 each day at each kitchen. The number of an open order of an earlier day is skipped,
   * unless that order is more than a day late.
   */
  number: z.int(),
  vendor: kitchenTermsSchema.pick({ vId: true, slug: true, name: true, phone: true, place: true, timezone: true }),
  /** ISO 4217. */
  currency: z.string(),
  /** The number of decimals of the order's amounts: as many as the currency had when the order was placed. */
  currencyDigits: z.int(),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string(), guest: z.boolean() }),
  service: z.enum(services),
  /** The chosen slot; null for an order as soon as possible. */
  slotAt: instant.nullable(),
  /** The time that the kitchen promised; before the kitchen accepts the order, the estimated time. */
  promisedAt: instant,
  address: address.nullable(),
  lines: z.array(orderLine),
  subtotal: moneySchema,
  deliveryFee: moneySchema,
  total: moneySchema,
  payment: z.enum(paymentMethods),
  paymentState: z.enum(paymentStates),
  /** The payment deadline while the order waits for its payment; null otherwise. */
  payBy: instant.nullable(),
  /** The bank's reason for declining the last card; empty when the card was not declined. */
  declined: z.string(),
  /** "Visa ending in 4242"; empty unless the order is paid online by card. */
  card: z.string(),
  /** Completed and pending refunds, oldest first. */
  refunds: z.array(refund),
  note: z.string(),
  referral: z.string(),
  state: z.enum(orderStates),
  /** Increases with every change. */
  version: z.int(),
  placedAt: instant,
  /** The deadline for the kitchen's answer. An order that is not answered by then is rejected. */
  acceptBy: instant,
  events: z.array(orderEvent),
})
export type Order = z.output<typeof orderSchema>

/**
 * Lists the kitchens that take orders, with the data that shows whether each kitchen is open and delivers to an
 * address.
 */
export const listKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/kitchens',
  access: 'anyone',
  replies: { 200: z.object({ kitchens: z.array(kitchenTermsSchema), damaged: damagedRowsSchema }) },
})

export const getKitchen = defineEndpoint({
  method: 'GET',
  path: '/api/kitchens/:slug',
  access: 'anyone',
  params: z.object({ slug: z.string().max(100) }),
  replies: { 200: kitchenSchema },
  errors: ['not_found'],
})

/** A time in milliseconds since 1970. Times after the start of the year 2100 are refused. */
export const timestampSchema = z.int().min(0).max(4_102_444_800_000)

/** The token of the link in the mail, which lets a customer read the order without a login. */
export const trackingQuerySchema = z.object({ token: z.string().max(100).optional() })
export const orderParamsSchema = z.object({ id: z.uuid() })

/**
 * Places an order. The server first calculates a new quote. When the quote has problems, or its total differs from the
 * total that the customer saw, the server places no order and returns the quote. A repeated call with the same `key`
 * returns the order of the first call.
 */
export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'guest',
  body: z.object({
    /** Created by the browser once for each order. */
    key: z.uuid(),
    vId: z.uuid(),
    service: z.enum(services),
    slotAt: timestampSchema.nullable(),
    address: requestedAddress.nullable(),
    lines: z.array(orderLineRequestSchema).min(1, 'must not be empty').max(ORDER_LINES_MAX),
    /** The total that the customer saw and agreed to. */
    total: z.int().min(0).max(AMOUNT_MAX_MINOR_UNITS),
    payment: z.enum(paymentMethods),
    phone: z.string().max(PHONE_AND_REFERRAL_LENGTH_MAX).default(''),
    note: z
      .string()
      .max(4 * NOTE_LENGTH_MAX)
      .default(''),
    referral: z.string().max(PHONE_AND_REFERRAL_LENGTH_MAX).default(''),
  }),
  replies: {
    201: z.object({ order: orderSchema, trackingToken: z.string() }),
    409: z.object({ code: z.literal('quote_changed'), message: z.string(), quote }),
  },
  errors: [
    'not_found',
    'note_too_long',
    'phone_invalid',
    'phone_length',
    'key_reused',
    'cards_off',
    'card_amount',
    'card_testing',
    'too_many_orders',
    'order_unconfirmed',
  ],
  limits: [
    { per: 'account', max: 60, windowMs: HOUR_MS },
    { per: 'address of a guest', max: 30, windowMs: HOUR_MS },
  ],
})

/**
 * Returns an order. Its customer, callers with its tracking token, members of its kitchen and admins may read it. Other
 * callers get 404.
 */
export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id',
  access: 'anyone',
  params: orderParamsSchema,
  query: trackingQuerySchema,
  // A call with an expired access token is refused with 401. As a visitor, the caller would get 404 for their own
  // order.
  replies: { 200: orderSchema },
  errors: ['not_found', 'unauthenticated'],
})

const orderSummary = orderSchema.pick({
  ...({ orderId: true, number: true, currency: true, currencyDigits: true, service: true } as const),
  ...({
    total: true,
    state: true,
    promisedAt: true,
    placedAt: true,
    vendor: true,
    lines: true,
    version: true,
  } as const),
  ...({ payBy: true } as const),
})
export type OrderSummary = z.output<typeof orderSummary>

/** Returns the caller's own orders, newest first. */
export const listMyOrders = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'guest',
  query: z.object({ cursor: z.uuid().optional() }),
  replies: {
    200: z.object({ orders: z.array(orderSummary), damaged: damagedRowsSchema, next: z.string().nullable() }),
  },
})

/** Cancels an order that the kitchen has not accepted yet. A repeated call changes nothing. */
export const cancelOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/cancel',
  access: 'anyone',
  params: orderParamsSchema,
  query: trackingQuerySchema,
  replies: { 200: orderSchema },
  errors: ['not_found', 'unauthenticated', 'order_moved'],
})
