import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from './currencies.ts'
import { formatMoney, getCurrencySymbol } from './money.ts'
import { formatMoneyInput, parseMoney } from './money-input.ts'
import { AMOUNT_MAX_MINOR_UNITS } from './ordering-limits.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

test.each([
  ['9.50', 'GBP', 950],
  ['9,50', 'GBP', 950],
  ['9.5', 'GBP', 950],
  ['9', 'GBP', 900],
  ['9.', 'GBP', 900],
  ['.5', 'GBP', 50],
  [' £9.50 ', 'GBP', 950],
  ['9,50 €', 'EUR', 950],
  ['GBP 9.50', 'GBP', 950],
  ['0', 'GBP', 0],
  ['1,234', 'GBP', 123_400],
  ['1,234.50', 'GBP', 123_450],
  ['1.234,50', 'EUR', 123_450],
  ['1 234,50', 'EUR', 123_450],
  ['+1', 'GBP', 100],
  ['-0.50', 'GBP', -50],
  ['−0,50', 'GBP', -50],
  ['-0', 'GBP', 0],
  ['1200', 'JPY', 1200],
  ['1,200', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  ['9.5', 'KWD', 9500],
  ['9.50', 'IQD', 9500],
  ['950', 'HUF', 95_000],
  ['9,50', 'RSD', 950],
  ['Cg. 9.50', 'XCG', 950],
  ['XCG 9.50', 'XCG', 950],
  ['1000000000', 'IDR', 100_000_000_000],
  ['1,234', 'KWD', 1234],
])('parses the input %j in %s as %d minor units', (typed, currency, minor) => {
  expect(parseMoney(typed, currency)).toBe(minor)
})

test.each([
  ['', 'GBP'],
  ['.', 'GBP'],
  ['-', 'GBP'],
  ['free', 'GBP'],
  ['9.505', 'GBP'],
  ['9.50.1', 'GBP'],
  ['1.000.00', 'GBP'],
  ['1,23,456', 'GBP'],
  ['--1', 'GBP'],
  ['1e3', 'GBP'],
  ['9.5', 'JPY'],
  ['1000000000.01', 'GBP'],
  ['9.505', 'HUF'],
  ['9.5055', 'KWD'],
])('refuses the input %j as an amount in %s', (typed, currency) => {
  expect(parseMoney(typed, currency)).toBeNull()
})

test('parses every amount, both as pages show it and as input fields show it', () => {
  const amount = fc.integer({ min: -AMOUNT_MAX_MINOR_UNITS, max: AMOUNT_MAX_MINOR_UNITS })
  const currency = fc.constantFrom(...currencies, { currency: 'HUF', currencyDigits: 0 })
  fc.assert(
    fc.property(amount, currency, (minor, currency) => {
      expect(parseMoney(formatMoney(minor, currency), currency)).toBe(minor)
      expect(parseMoney(formatMoneyInput(minor, currency), currency)).toBe(minor)
    }),
    { numRuns: chooseByRun(1_000, 50_000), seed: soakSeed },
  )
  expect(formatMoneyInput(null, 'GBP')).toBe('')
  expect(getCurrencySymbol('GBP')).toBe('£')
})
