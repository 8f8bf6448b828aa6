import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS } from './limits.ts'
import { kitchen, kitchenTerms, money, orderLineRequest } from './menu.ts'
import { allergens, paymentMethods, services } from './menu-enums.ts'
import { orderStates, paymentStates } from './order-states.ts'
import { ADDRESS_LINE_LENGTH_MAX, MONEY_MAX, NOTE_LENGTH_MAX, ORDER_LINES_MAX } from './ordering-limits.ts'

export type { PaymentMethod } from './menu-enums.ts'

const instant = z.int()

/** Why an order cannot be placed as it is, as data and in words for people. */
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
  /** Which line it is about, by its place. */
  line: z.int().optional(),
})
export type QuoteProblem = z.output<typeof quoteProblem>

const quote = z.object({
  service: z.enum(services),
  /** What was asked for; null for as soon as possible. */
  slotAt: instant.nullable(),
  /** When it would be ready, or at the door; null while it cannot be had. */
  readyAt: instant.nullable(),
  currency: z.string(),
  subtotal: money,
  deliveryFee: money,
  total: money,
  problems: z.array(quoteProblem),
  expiresAt: instant,
})
export type Quote = z.output<typeof quote>

/** S3.02. */
const address = z.object({
  address: z.string().max(ADDRESS_LINE_LENGTH_MAX),
  city: z.string().max(ADDRESS_LINE_LENGTH_MAX),
  postcode: z.string().max(ADDRESS_LINE_LENGTH_MAX),
})
export type Address = z.output<typeof address>

/** What was ordered, as it was then: a later change of the menu changes nothing of it. */
const orderLine = z.object({
  itemId: z.string(),
  name: z.string(),
  quantity: z.int(),
  unitPrice: money,
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
  /** The name of whoever did it, as the reader may know it: "You", "The kitchen", or the name of the site. */
  actor: z.enum(['customer', 'vendor', 'admin', 'system', 'payment']),
  /** Null for the first. */
  from: z.enum(orderStates).nullable(),
  to: z.enum(orderStates),
  reason: z.string(),
  /** What was promised with it. */
  promisedAt: instant.nullable(),
  /** The dietary requirements that the kitchen has seen. */
  acknowledged: z.array(z.string()),
})
export type OrderEvent = z.output<typeof orderEvent>

export const refundStates = ['pending', 'succeeded', 'failed'] as const

const refund = z.object({
  refundId: z.string(),
  amount: money,
  reason: z.string(),
  state: z.enum(refundStates),
  at: instant,
})
export type Refund = z.output<typeof refund>

export const order = z.object({
  orderId: z.string(),
  /** Short: counted from 1 each day at each kitchen. */
  number: z.int(),
  vendor: kitchenTerms.pick({ vId: true, slug: true, name: true, phone: true, place: true, timezone: true }),
  /** ISO 4217. */
  currency: z.string(),
  /** How many of the last digits of its amounts follow the point: those of the currency when it was placed. */
  currencyDigits: z.int(),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string(), guest: z.boolean() }),
  service: z.enum(services),
  /** What the customer asked for; null for as soon as possible. */
  slotAt: instant.nullable(),
  /** What the kitchen has promised, before that what it should be. */
  promisedAt: instant,
  address: address.nullable(),
  lines: z.array(orderLine),
  subtotal: money,
  deliveryFee: money,
  total: money,
  payment: z.enum(paymentMethods),
  paymentState: z.enum(paymentStates),
  /** Until when an order that waits for its payment must be paid; null for any other. */
  payBy: instant.nullable(),
  /** Why the bank refused the last card, in words; empty when it did not. */
  declined: z.string(),
  /** "Visa ending in 4242"; empty unless paid by card here. */
  card: z.string(),
  /** What was given back, or is on its way, oldest first. */
  refunds: z.array(refund),
  note: z.string(),
  referral: z.string(),
  state: z.enum(orderStates),
  /** Goes up with every change. */
  version: z.int(),
  placedAt: instant,
  /** Until when the kitchen must have answered; after it the order is rejected. */
  acceptBy: instant,
  events: z.array(orderEvent),
})
export type Order = z.output<typeof order>

/** Kitchens that take orders, each with what tells whether it is open and delivers. */
export const listKitchens = defineEndpoint({
  method: 'GET',
  path: '/api/kitchens',
  access: 'anyone',
  replies: { 200: z.object({ kitchens: z.array(kitchenTerms), damaged: damagedRows }) },
  errors: [],
})

export const getKitchen = defineEndpoint({
  method: 'GET',
  path: '/api/kitchens/:slug',
  access: 'anyone',
  params: z.object({ slug: z.string().max(100) }),
  replies: { 200: kitchen },
  errors: ['not_found'],
})

/** Up to the year 2100: of a number that is no time at all, no quote can speak. */
const slot = z.int().min(0).max(4_102_444_800_000)

/** How somebody is let in who is not logged in as the one who ordered: the token of the link in the mail. */
export const trackingQuery = z.object({ token: z.string().max(100).optional() })
export const orderParams = z.object({ id: z.uuid() })

/**
 * Places an order. The server makes its own quote: where it has problems or another total than the customer has seen,
 * nothing is placed and the answer is that quote. Sent again with the same key it answers with the same order.
 */
export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders',
  access: 'guest',
  body: z.object({
    /** Made by the browser once for each order. */
    key: z.uuid(),
    vId: z.uuid(),
    service: z.enum(services),
    slotAt: slot.nullable(),
    address: address.nullable(),
    lines: z.array(orderLineRequest).min(1, 'must not be empty').max(ORDER_LINES_MAX),
    /** What the customer has seen and agreed to. */
    total: z.int().min(0).max(MONEY_MAX),
    payment: z.enum(paymentMethods),
    phone: z.string().max(200).default(''),
    note: z
      .string()
      .max(4 * NOTE_LENGTH_MAX)
      .default(''),
    referral: z.string().max(200).default(''),
  }),
  replies: {
    201: z.object({ order, trackingToken: z.string() }),
    409: z.object({ code: z.literal('quote_changed'), message: z.string(), quote }),
  },
  errors: [
    'not_found',
    'note_too_long',
    'phone_invalid',
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

/** An order for its customer, who holds its token, the members of its kitchen and admins; for anybody else there is none. */
export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/:id',
  access: 'anyone',
  params: orderParams,
  query: trackingQuery,
  // Taken for nobody, a customer would be told that there is no such order.
  replies: { 200: order },
  errors: ['not_found', 'unauthenticated'],
})

const orderSummary = order.pick({
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

/** The caller's own orders, newest first. */
export const listMyOrders = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'guest',
  query: z.object({ cursor: z.uuid().optional() }),
  replies: { 200: z.object({ orders: z.array(orderSummary), damaged: damagedRows, next: z.string().nullable() }) },
  errors: [],
})

/** Cancels an order that the kitchen has not accepted yet; done again it changes nothing. */
export const cancelOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders/:id/cancel',
  access: 'anyone',
  params: orderParams,
  query: trackingQuery,
  replies: { 200: order },
  errors: ['not_found', 'unauthenticated', 'order_moved'],
})
