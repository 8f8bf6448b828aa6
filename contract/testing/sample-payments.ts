import type { DeskPayment, PaymentAlert } from '../desk-payments.ts'
import type { Order } from '../ordering.ts'
import type { Receipt } from '../payments.ts'
import type { MonthlyStatement, StatementEntry } from '../statements.ts'
import { buildOrder, FAKE_NOW } from './fake-kitchen-server.ts'

/** Builds an order of the fake kitchen, paid by card and collected. */
export const buildPaidOrder = (number: number, by: Partial<Order> = {}): Order =>
  buildOrder(number, {
    payment: 'card',
    paymentState: 'captured',
    card: 'Visa ending in 4242',
    state: 'collected',
    total: 1560,
    ...by,
  })

/** Builds a receipt of order 5, for £15.60. */
export const buildReceipt = (number: number, by: Partial<Receipt> = {}): Receipt => ({
  receiptId: `0190a000-0000-7000-9000-${String(number).padStart(12, '0')}`,
  kind: 'receipt',
  number,
  orderId: buildPaidOrder(5).orderId,
  orderNumber: 5,
  issuedAt: FAKE_NOW,
  timezone: 'Europe/London',
  currency: 'GBP',
  currencyDigits: 2,
  kitchen: { name: 'Nebelhorn Kitchen', place: '1 Kettle Street', phone: '+44 20 7946 0000' },
  lines: [
    { quantity: 1, name: 'Double smash', details: 'Large, No nuts', amount: 1150 },
    { quantity: 1, name: 'Lemonade', details: '', amount: 160 },
  ],
  deliveryFee: 250,
  amount: 1560,
  paid: 'By card',
  reason: '',
  receiptNumber: null,
  ...by,
})

/** Builds a credit note for a refund on the receipt of order 5. */
export const buildCreditNote = (number: number, amount: number, reason: string): Receipt =>
  buildReceipt(100 + number, {
    kind: 'credit_note',
    number,
    amount,
    reason,
    lines: [],
    deliveryFee: 0,
    receiptNumber: 12,
  })

/** Builds an entry of a statement. */
export const buildStatementEntry = (number: number, by: Partial<StatementEntry> = {}): StatementEntry => ({
  receiptId: `0190a000-0000-7000-9000-${String(number).padStart(12, '0')}`,
  kind: 'receipt',
  number,
  orderId: buildPaidOrder(number).orderId,
  orderNumber: number,
  issuedAt: FAKE_NOW - number * 3_600_000,
  payment: 'card',
  currency: 'GBP',
  currencyDigits: 2,
  amount: 1560,
  commission: 195,
  refundable: 1560,
  ...by,
})

/** Builds a statement of November with the given entries. */
export const buildStatement = (entries: StatementEntry[], by: Partial<MonthlyStatement> = {}): MonthlyStatement => ({
  month: '2026-11',
  months: ['2026-11', '2026-10'],
  currency: 'GBP',
  timezone: 'Europe/London',
  commissionRate: 1250,
  entries,
  protectBy: null,
  sums: { card: 3120, handed: 870, refunded: 300, commission: 461, payout: 2359 },
  ...by,
})

/** Builds a card payment as the desk lists it. */
export function buildDeskPayment(number: number, by: Partial<DeskPayment> = {}): DeskPayment {
  const {
    orderId,
    vendor,
    currency,
    currencyDigits,
    customer,
    total,
    state,
    paymentState,
    refunds,
    card,
    declined,
    placedAt,
  } = buildPaidOrder(number)
  return {
    orderId,
    number,
    vendor,
    currency,
    currencyDigits,
    customer,
    total,
    state,
    paymentState,
    refunds,
    card,
    declined,
    placedAt,
    ...by,
  }
}

/** Builds an alert about the payment of an order. */
export function buildPaymentAlert(number: number, kind: PaymentAlert['kind'], detail = ''): PaymentAlert {
  const { orderId, vendor } = buildPaidOrder(number)
  const alertId = `0190a000-0000-7000-a000-${String(number).padStart(12, '0')}`
  return { alertId, kind, detail, at: Date.now() - 60_000, order: { orderId, number, vendor } }
}
