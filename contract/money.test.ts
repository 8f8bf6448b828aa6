import { expect, test } from 'vitest'
import { getFractionDigits } from './currency-digits.ts'
import { convertAmountDecimalsRounded, formatMoney, getCurrencySymbol } from './money.ts'

/** ISO 4217 differs from `Intl` for these currencies. */
test.each([
  ['AFN', 2, 'AFN 1,234.56'],
  ['ALL', 2, 'ALL 1,234.56'],
  ['COP', 2, 'COP 1,234.56'],
  ['HUF', 2, 'HUF 1,234.56'],
  ['IDR', 2, 'IDR 1,234.56'],
  ['IQD', 3, 'IQD 123.456'],
  ['IRR', 2, 'IRR 1,234.56'],
  ['KPW', 2, 'KPW 1,234.56'],
  ['LAK', 2, 'LAK 1,234.56'],
  ['LBP', 2, 'LBP 1,234.56'],
  ['MGA', 2, 'MGA 1,234.56'],
  ['MMK', 2, 'MMK 1,234.56'],
  ['PKR', 2, 'PKR 1,234.56'],
  ['RSD', 2, 'RSD 1,234.56'],
  ['SOS', 2, 'SOS 1,234.56'],
  ['SYP', 2, 'SYP 1,234.56'],
  ['YER', 2, 'YER 1,234.56'],
])('formats %s with %i decimals (ISO 4217): 123456 minor units are %s', (currency, digits, text) => {
  expect(getFractionDigits(currency)).toBe(digits)
  expect(formatMoney(123_456, currency).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([
  ['GBP', '£9.50'],
  ['JPY', 'JP¥950'],
  ['KWD', 'KWD 0.950'],
  // The currency of an order that was placed before the site used the decimals of ISO 4217.
  [{ currency: 'HUF', currencyDigits: 0 }, 'HUF 950'],
  [{ currency: 'HUF', currencyDigits: 2 }, 'HUF 9.50'],
])('formats 950 minor units of the currency %j as %s', (unit, text) => {
  expect(formatMoney(950, unit).replaceAll('\u00a0', ' ')).toBe(text)
})

test('converts an amount to another number of decimals, and rounds an amount with too many decimals', () => {
  expect([
    convertAmountDecimalsRounded(950, 0, 2),
    convertAmountDecimalsRounded(95_000, 2, 0),
    convertAmountDecimalsRounded(950, 2, 2),
  ]).toEqual([95_000, 950, 950])
  expect([
    convertAmountDecimalsRounded(149, 2, 0),
    convertAmountDecimalsRounded(150, 2, 0),
    convertAmountDecimalsRounded(1, 0, 3),
  ]).toEqual([1, 2, 1_000])
})

test('returns the symbol or code that stands before an amount', () => {
  expect(['GBP', 'KWD', 'XCG'].map((currency) => getCurrencySymbol(currency))).toEqual(['£', 'KWD', 'Cg.'])
})
