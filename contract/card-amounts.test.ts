import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromProviderAmount, getMinimumCardAmount, isChargeableAmount, toProviderAmount } from './card-amounts.ts'
import { currencies } from './currencies.ts'
import { getFractionDigits } from './currency-digits.ts'
import { formatMoney } from './money.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

test.each([
  ['GBP', 1560, 1560],
  ['JPY', 1560, 1560],
  ['KWD', 1560, 1560],
  ['ISK', 1560, 156_000],
  ['UGX', 1560, 156_000],
  // ISO 4217 gives these currencies two decimals; the provider counts some of them without decimals and some with two.
  ['MGA', 150_000, 1500],
  ['HUF', 156_000, 156_000],
  ['TWD', 156_000, 156_000],
  ['RSD', 95_000, 95_000],
  ['IDR', 156_000, 156_000],
])('converts an amount in %s: %i minor units equal %i units of the payment provider', (currency, minor, provider) => {
  expect(toProviderAmount(minor, currency)).toBe(provider)
  expect(fromProviderAmount(provider, currency)).toBe(minor)
})

test('returns no provider amount for dinars whose third decimal is not zero', () => {
  expect(toProviderAmount(1565, 'KWD')).toBeNull()
  expect(isChargeableAmount(1565, 'KWD')).toBe(false)
})

test('converts an amount with the number of decimals that its currency had when the order was placed', () => {
  const forints = { currency: 'HUF', currencyDigits: 0 }
  expect(toProviderAmount(1_560, forints)).toBe(156_000)
  expect(fromProviderAmount(156_000, forints)).toBe(1_560)
})

/**
 * Returns the number of provider units in one unit of a currency. It follows https://docs.stripe.com/currencies and
 * does not use the tested code.
 */
const perUnit = (currency: string): number => {
  if ('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.includes(currency)) return 1
  return 'BHD JOD KWD OMR TND'.includes(currency) ? 1_000 : 100
}

test('in every currency, the provider amount equals the amount that pages show, or is null', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(...currencies), (minor, currency) => {
      const amount = toProviderAmount(minor, currency)
      if (amount === null) {
        expect(isChargeableAmount(minor, currency)).toBe(false)
        return
      }
      const shown = Number(
        formatMoney(minor, currency)
          .replace(/[^\d.]/g, '')
          .replace(/^\./, ''),
      )
      expect(amount).toBe(Math.round(shown * perUnit(currency)))
      expect(fromProviderAmount(amount, currency)).toBe(minor)
    }),
    { numRuns: chooseByRun(5_000, 250_000), seed: soakSeed },
  )
})

test('converts ten units of any currency to the amount that Stripe expects', () => {
  const asked = currencies.map((currency) => toProviderAmount(10 * 10 ** getFractionDigits(currency), currency))
  expect(asked).toEqual(currencies.map((currency) => 10 * perUnit(currency)))
})

test.each([
  ['MGA', 150_050, 'a part of an ariary'],
  ['KWD', 1565, 'a thousandth of a dinar'],
  ['IQD', 1_000_000, 'a currency that the provider does not charge'],
  ['LYD', 1_000_000, 'a currency that the provider does not charge'],
  ['IRR', 1_000_000, 'a currency that the provider does not charge'],
])('a card cannot be charged %s %i: %s', (currency, minor) => {
  expect(isChargeableAmount(minor, currency)).toBe(false)
})

test('a card cannot be charged more than the provider’s maximum', () => {
  expect([isChargeableAmount(99_999_999, 'GBP'), isChargeableAmount(100_000_000, 'GBP')]).toEqual([true, false])
  expect([isChargeableAmount(999_999, 'ISK'), isChargeableAmount(1_000_000, 'ISK')]).toEqual([true, false])
})

test('the minimum charge is half a unit, or the provider’s minimum for the currency', () => {
  expect([
    getMinimumCardAmount('USD'),
    getMinimumCardAmount('GBP'),
    getMinimumCardAmount('KWD'),
    getMinimumCardAmount('JPY'),
  ]).toEqual([50, 30, 500, 50])
  expect([isChargeableAmount(29, 'GBP'), isChargeableAmount(30, 'GBP'), isChargeableAmount(0, 'USD')]).toEqual([
    false,
    true,
    false,
  ])
})
