import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardMinimum, fromProviderAmount, isCardAmount, toProviderAmount } from './card-amounts.ts'

test.each([
  ['GBP', 1560, 1560],
  ['JPY', 1560, 1560],
  ['KWD', 1560, 1560],
  ['ISK', 1560, 156_000],
  ['UGX', 1560, 156_000],
  ['MGA', 1500, 1500],
])('%s: %i minor units are %i of the provider’s', (currency, minor, provider) => {
  expect(toProviderAmount(minor, currency)).toBe(provider)
  expect(fromProviderAmount(provider, currency)).toBe(minor)
})

test('an amount that the provider cannot say is none: a third decimal that is not zero', () => {
  expect(toProviderAmount(1565, 'KWD')).toBeNull()
  expect(isCardAmount(1565, 'KWD')).toBe(false)
})

test('what can be said comes back the same, in currencies with 0, 2 and 3 decimals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.constantFrom('GBP', 'JPY', 'KWD', 'ISK', 'UGX', 'MGA', 'TND'),
      (minor, currency) => {
        const amount = toProviderAmount(minor, currency)
        if (amount !== null) expect(fromProviderAmount(amount, currency)).toBe(minor)
      },
    ),
  )
})

test('no card is charged more than the provider takes, in its units', () => {
  expect([isCardAmount(99_999_999, 'GBP'), isCardAmount(100_000_000, 'GBP')]).toEqual([true, false])
  expect([isCardAmount(999_999, 'ISK'), isCardAmount(1_000_000, 'ISK')]).toEqual([true, false])
})

test('cards are charged half a unit at least, or what the provider says of the currency', () => {
  expect([cardMinimum('USD'), cardMinimum('GBP'), cardMinimum('KWD'), cardMinimum('JPY')]).toEqual([50, 30, 500, 50])
  expect([isCardAmount(29, 'GBP'), isCardAmount(30, 'GBP'), isCardAmount(0, 'USD')]).toEqual([false, true, false])
})
