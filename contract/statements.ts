import * as z from 'zod'
import { damagedRows } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { kitchenParams } from './kitchen.ts'
import { money } from './menu.ts'
import { paymentMethods } from './menu-enums.ts'
import { receiptKinds } from './payments.ts'

/** A month of the kitchen's calendar: 2026-11. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month as in 2026-11')
/** Of what is taken away, such as a commission that is given back, below zero. */
const sum = z.int()

/** One receipt or credit note. */
export const statementEntry = z.object({
  receiptId: z.string(),
  kind: z.enum(receiptKinds),
  number: z.int(),
  orderId: z.string(),
  orderNumber: z.int(),
  issuedAt: z.int(),
  payment: z.enum(paymentMethods),
  /** Of the order: its amounts here have them. */
  currency: z.string(),
  currencyDigits: z.int(),
  amount: money,
  /** Of a credit note: what the kitchen gets back of it. */
  commission: money,
  /** Of a receipt that was paid by card: what can still be given back. */
  refundable: money,
})
export type StatementEntry = z.output<typeof statementEntry>

const statement = z.object({
  month,
  /** Those there are statements of, newest first; the present one always. */
  months: z.array(month),
  currency: z.string(),
  timezone: z.string(),
  /** What the kitchen pays the site of its sales, in hundredths of a per cent, from now on. */
  commissionRate: z.int(),
  entries: z.array(statementEntry),
  damaged: damagedRows,
  /** In minor units of the currency. */
  sums: z.object({
    /** Paid by card, which the site has taken; and when it was handed over, which the kitchen has. */
    card: sum,
    handed: sum,
    /** Given back, by card. */
    refunded: sum,
    commission: sum,
    /** What the site owes the kitchen for the month: by card, less what was given back and the commission. */
    payout: sum,
  }),
})
export type Statement = z.output<typeof statement>

/** What a kitchen has sold in a month, and what it is paid of it; for its owners and admins. */
export const getStatement = defineEndpoint({
  method: 'GET',
  path: '/api/kitchen/:vId/statements/:month',
  access: 'reader',
  params: kitchenParams.extend({ month }),
  replies: { 200: statement },
  errors: ['not_found', 'forbidden'],
})
