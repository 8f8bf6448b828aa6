import * as z from 'zod'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParamsSchema } from './kitchen.ts'
import { moneySchema } from './menu.ts'
import { paymentMethods } from './menu-enums.ts'
import { receiptKinds } from './payments.ts'

/** A month of the kitchen's calendar: 2026-11. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month as in 2026-11')
/**
 * A sum in minor units. It can be negative: returned commissions, for example, can exceed the commissions of the month.
 */
const sum = z.int()

/** One receipt or credit note. */
export const statementEntrySchema = z.object({
  receiptId: z.string(),
  kind: z.enum(receiptKinds),
  number: z.int(),
  orderId: z.string(),
  orderNumber: z.int(),
  issuedAt: z.int(),
  payment: z.enum(paymentMethods),
  /** The currency of the order and of the amounts below. */
  currency: z.string(),
  /** The number of decimals of the amounts below: as many as the currency had when the order was placed. */
  currencyDigits: z.int(),
  amount: moneySchema,
  /** For a credit note: the commission that is returned to the kitchen. */
  commission: moneySchema,
  /** For a receipt of a card payment: the amount that has not been refunded yet. */
  refundable: moneySchema,
})
export type StatementEntry = z.output<typeof statementEntrySchema>

const statement = z.object({
  month,
  /** The months that have a statement, newest first. The current month is always included. */
  months: z.array(month),
  currency: z.string(),
  timezone: z.string(),
  /** The current commission on sales, in hundredths of a per cent. */
  commissionRate: z.int(),
  entries: z.array(statementEntrySchema),
  damaged: damagedRowsSchema,
  /**
   * From this time on, the caller needs a passkey or a second factor to refund payments. In milliseconds since 1970.
   * Null for a caller who has a passkey or a second factor, for admins, and before the kitchen's first card payment.
   */
  protectBy: z.int().nullable(),
  /** The sums, in minor units of the currency. */
  sums: z.object({
    /** Card payments, which the site has collected. */
    card: sum,
    /** Payments at pickup or at the door, which the kitchen has collected. */
    handed: sum,
    /** Refunds by card. */
    refunded: sum,
    commission: sum,
    /** The amount that the site owes the kitchen for the month: card payments minus refunds and commission. */
    payout: sum,
  }),
})
export type MonthlyStatement = z.output<typeof statement>

/** Returns a kitchen's sales and payout of a month, to its owners and admins. */
export const getMonthlyStatement = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/statements/:month',
  access: 'reader',
  params: kitchenParamsSchema.extend({ month }),
  replies: { 200: statement },
  errors: ['not_found', 'forbidden'],
})
