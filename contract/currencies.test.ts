import { codes, code as independently } from 'currency-codes'
import { expect, test } from 'vitest'
import { currencies } from './currencies.ts'
import { getFractionDigits } from './currency-digits.ts'

/** Codes in the package's list of 2024-06-25 that are not money, so no kitchen can use them. */
const funds = 'BOV CHE CHW CLF COU MXV USN UYI UYW'
const metalsAndUnits = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'
/** Changes of ISO 4217 since the package's list: codes that were withdrawn, and codes that were added. */
const withdrawn = 'ANG BGN CUC'
const added = 'XCG'

test('the table of currencies equals the ISO 4217 list in an npm package', () => {
  const expected = codes().filter((code) => !`${funds} ${metalsAndUnits} ${withdrawn}`.includes(code))
  expect([...currencies]).toEqual([...expected, added].toSorted())
  const known = currencies.filter((code) => code !== added)
  expect(Object.fromEntries(known.map((code) => [code, getFractionDigits(code)]))).toEqual(
    Object.fromEntries(known.map((code) => [code, independently(code)?.digits])),
  )
})

test.each([
  ['GBP', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['XCG', 2],
  // This currency was withdrawn from ISO 4217; it had two decimals.
  ['ANG', 2],
])('the currency %s has %i decimal digits', (currency, digits) => {
  expect(getFractionDigits(currency)).toBe(digits)
})

test('offers 155 currencies, each once, in alphabetical order', () => {
  expect(currencies).toHaveLength(155)
  expect([...new Set(currencies)].sort()).toEqual(currencies)
})
