import type { MoneyUnit } from './money.ts'
import { formatMoneyInput } from './money-input.ts'
import type { Statement } from './statements.ts'
import { toWallTime } from './wall-clock.ts'

const kinds = { receipt: 'Receipt', credit_note: 'Credit note' } as const
const payments = { card: 'Card', card_machine: 'Card machine', cash: 'Cash' } as const
const columns = ['Kind', 'Number', 'Issued', 'Order', 'Order ID', 'Paid', 'Amount', 'Commission', 'Payout', 'Currency']

/**
 * The entries of a statement as CSV (RFC 4180), for tables and accounting. What is given back is below zero, so that each
 * column adds up: that of Payout to what the site owes the kitchen. Times are the kitchen's.
 */
export function formatStatementCsv({ entries, timezone }: Statement): string {
  const rows = entries.map((entry) => {
    const { kind, number, issuedAt, orderNumber, orderId, payment, amount, commission } = entry
    const sign = kind === 'receipt' ? 1 : -1
    // What was handed over is with the kitchen already.
    const payout = sign * ((payment === 'card' ? amount : 0) - commission)
    return [
      kinds[kind],
      `${number}`,
      localTimestamp(issuedAt, timezone),
      `${orderNumber}`,
      orderId,
      payments[payment],
      ...[sign * amount, sign * commission, payout].map((minor) => decimal(minor, entry)),
      entry.currency,
    ]
  })
  return [[...columns], ...rows].map((row) => `${row.map(escapeCsvCell).join(',')}\r\n`).join('')
}

/** With the point and the digits of the order, whatever the reader's language: "-9.50". */
const decimal = (minor: number, unit: MoneyUnit): string =>
  (minor < 0 ? '-' : '') + formatMoneyInput(Math.abs(minor), unit)

/** "2026-11-22 17:05", which every program of tables takes for a time. */
const localTimestamp = (instant: number, timezone: string): string =>
  new Date(toWallTime(instant, timezone)).toISOString().slice(0, 16).replace('T', ' ')

/** A field that no program of tables takes for a formula (OWASP, CSV injection); amounts are none. */
export function escapeCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
