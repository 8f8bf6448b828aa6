import { expect, test } from 'vitest'
import { resolveCurrencyAndDigits } from './money.ts'
import { escapeCsvCell, formatStatementCsv } from './statement-csv.ts'
import type { MonthlyStatement, StatementEntry } from './statements.ts'

const entryOf = (more: Partial<StatementEntry>): StatementEntry => ({
  receiptId: 'r',
  kind: 'receipt',
  number: 1,
  orderId: 'o-1',
  orderNumber: 7,
  payment: 'card',
  currency: 'GBP',
  currencyDigits: 2,
  issuedAt: Date.UTC(2026, 10, 30, 23, 30),
  amount: 1560,
  commission: 156,
  refundable: 1560,
  ...more,
})
/** Builds a statement whose entries have the kitchen's currency. */
const statementOf = (currency: string, entries: Partial<StatementEntry>[]): MonthlyStatement => ({
  month: '2026-12',
  months: ['2026-12'],
  currency,
  timezone: 'Europe/Berlin',
  commissionRate: 1000,
  entries: entries.map((more) => entryOf({ ...resolveCurrencyAndDigits(currency), ...more })),
  protectBy: null,
  sums: { card: 0, handed: 0, refunded: 0, commission: 0, payout: 0 },
})

test('writes one CSV row for each entry, in the format of RFC 4180 and with times in the kitchen’s time zone', () => {
  const csv = formatStatementCsv(
    statementOf('GBP', [
      {},
      { number: 2, payment: 'cash', amount: 320, commission: 32 },
      { kind: 'credit_note', amount: 560, commission: 56 },
    ]),
  )
  expect(csv.split('\r\n')).toEqual([
    'Kind,Number,Issued,Order,Order ID,Paid,Amount,Commission,Payout,Currency',
    'Receipt,1,2026-12-01 00:30,7,o-1,Card,15.60,1.56,14.04,GBP',
    'Receipt,2,2026-12-01 00:30,7,o-1,Cash,3.20,0.32,-0.32,GBP',
    'Credit note,1,2026-12-01 00:30,7,o-1,Card,-5.60,-0.56,-5.04,GBP',
    '',
  ])
})

test.each([
  ['JPY', '1560,156,1404,JPY'],
  ['EUR', '15.60,1.56,14.04,EUR'],
  ['KWD', '1.560,0.156,1.404,KWD'],
  ['HUF', '15.60,1.56,14.04,HUF'],
  ['IQD', '1.560,0.156,1.404,IQD'],
])('writes amounts in %s with the number of decimals of the currency', (currency, end) => {
  expect(formatStatementCsv(statementOf(currency, [{}]))).toContain(`,Card,${end}\r\n`)
})

test('keeps the value of an amount when the currency had another number of decimals at the time of the order', () => {
  const csv = formatStatementCsv(statementOf('HUF', [{ currencyDigits: 0 }, {}]))
  expect(csv).toContain(',Card,1560,156,1404,HUF\r\n')
  expect(csv).toContain(',Card,15.60,1.56,14.04,HUF\r\n')
})

test('never writes the amount -0 in a statement', () => {
  const csv = formatStatementCsv(statementOf('GBP', [{ kind: 'credit_note', amount: 1, commission: 0 }]))
  expect(csv).toContain(',-0.01,0.00,-0.01,GBP')
  expect(formatStatementCsv(statementOf('GBP', [{ payment: 'cash', commission: 0 }]))).toContain(',15.60,0.00,0.00,')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['-12.50', '-12.50'],
  ['a, "b"', '"a, ""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  ['', ''],
])('writes the value %j as the CSV field %j', (text, written) => {
  expect(escapeCsvCell(text)).toBe(written)
})
