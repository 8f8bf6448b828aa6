import type { CurrencyUnit } from './money.ts'
import { formatMoneyInput } from './money-input.ts'
import type { MonthlyStatement } from './statements.ts'
import { toWallTimeMs } from './wall-clock.ts'

const kinds = { receipt: 'Receipt', credit_note: 'Credit note' } as const
const payments = { card: 'Card', card_machine: 'Card machine', cash: 'Cash' } as const
const columns = ['Kind', 'Number', 'Issued', 'Order', 'Order ID', 'Paid', 'Amount', 'Commission', 'Payout', 'Currency']

/**
 * Formats the entries of a statement as CSV (RFC 4180). Refunds are negative, so that each column can be summed. The
 * sum of the column Payout is the amount that the site owes the kitchen. Times are in the kitchen's time zone.
 */
export function formatStatementCsv({ entries, timezone }: MonthlyStatement): string {
  const rows = entries.map((entry) => {
    const { kind, number, issuedAt, orderNumber, orderId, payment, amount, commission } = entry
    const sign = kind === 'receipt' ? 1 : -1
    // The site has no money from a payment at pickup or at the door, so it only deducts its commission.
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

/** Formats an amount with a decimal point, whatever the language: "-9.50". */
const decimal = (minor: number, unit: CurrencyUnit): string =>
  (minor < 0 ? '-' : '') + formatMoneyInput(Math.abs(minor), unit)

/** Formats a time as "2026-11-22 17:05", which every spreadsheet recognises. */
const localTimestamp = (instant: number, timezone: string): string =>
  new Date(toWallTimeMs(instant, timezone)).toISOString().slice(0, 16).replace('T', ' ')

/** Escapes a field so that no spreadsheet reads it as a formula (OWASP, CSV injection). Amounts are not changed. */
export function escapeCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
