import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AMOUNT_MAX_MINOR_UNITS, COMMISSION_MAX_BASIS_POINTS } from '#contract/ordering-limits.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { calculateCommission, calculateCommissionRefund } from './books.ts'

test.each([
  [1000, 0, 0],
  [1000, 1250, 125],
  [333, 1000, 33],
  [335, 1000, 34],
  [1, 5000, 1],
  [1, 4999, 0],
  [AMOUNT_MAX_MINOR_UNITS, COMMISSION_MAX_BASIS_POINTS, AMOUNT_MAX_MINOR_UNITS / 2],
])(
  'an amount of %i at a rate of %i has a commission of %i, with half a minor unit rounded up',
  (amount, rate, commission) => {
    expect(calculateCommission(amount, rate)).toBe(commission)
  },
)

test('refunding a sale in several parts returns its whole commission exactly once', () => {
  const parts = fc.array(fc.integer({ min: 1, max: AMOUNT_MAX_MINOR_UNITS / 8 }), { minLength: 1, maxLength: 8 })
  const small = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.oneof(parts, small), fc.integer({ min: 0, max: COMMISSION_MAX_BASIS_POINTS }), (refunds, rate) => {
      const amount = refunds.reduce((sum, part) => sum + part, 0)
      const sale = { amount, commission: calculateCommission(amount, rate) }
      let [given, back] = [0, 0]
      for (const refund of refunds) {
        const part = calculateCommissionRefund(sale, given, refund)
        expect(part).toBeGreaterThanOrEqual(0)
        given += refund
        back += part
        // A refund returns the same share of the commission as of the sale, to the nearest minor unit.
        expect(Math.abs(back - (sale.commission * given) / amount)).toBeLessThan(0.501)
      }
      expect(back).toBe(sale.commission)
    }),
    { numRuns: chooseByRun(2_000, 100_000), seed: soakSeed },
  )
})
