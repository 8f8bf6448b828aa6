import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCartMenuItem } from './cart-line.ts'
import { calculateDeliveryFee, calculatePriceRange, calculateSubtotal } from './pricing.ts'
import { buildItem, buildOption, buildOrderLineRequest } from './testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

const burger = buildItem({
  itemId: 'burger',
  price: 950,
  options: [
    buildOption('Size', { min: 1, max: 1 }, { Small: -100, Large: 250 }),
    buildOption('Extras', { min: 0, max: 3 }, { Egg: 80, Bacon: 120 }),
  ],
})
const priced = (quantity: number, choices: string[]) => ({
  ...buildOrderLineRequest('burger', quantity, choices),
  item: toCartMenuItem(burger),
})

test.each<[string, string[], number, number]>([
  ['nothing chosen', [], 1, 950],
  ['a choice that costs more', ['size large'], 1, 1_200],
  ['a choice that costs less', ['size small'], 2, 1_700],
  ['several choices of one option', ['size large', 'extras egg', 'extras bacon'], 3, 4_200],
  ['the same choice twice counts once', ['extras egg', 'extras egg'], 1, 1_030],
  ['a cheaper choice twice counts once', ['size small', 'size small'], 1, 850],
  ['a choice of another option that has the same name', ['extras large'], 1, 950],
  ['a choice that is gone', ['size huge'], 1, 950],
])(
  'S9.03 the subtotal is the quantity times the sum of the price and the chosen adjustments: %s',
  (_, choices, quantity, subtotal) => {
    expect(calculateSubtotal([priced(quantity, choices)])).toBe(subtotal)
  },
)

test('S9.03 the subtotal of any cart is the sum of the prices of its portions, in whole cents', () => {
  const choices = fc.subarray(['size small', 'size large', 'extras egg', 'extras bacon'])
  const prices: Record<string, number> = {
    'size small': -100,
    'size large': 250,
    'extras egg': 80,
    'extras bacon': 120,
  }
  const lines = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), choices, fc.integer({ min: 200, max: 100_000 })))
  fc.assert(
    fc.property(lines, (wanted) => {
      let pence = 0
      for (const [quantity, chosen, price] of wanted) {
        for (let portion = 0; portion < quantity; portion++) {
          pence += price
          for (const choice of chosen) pence += prices[choice] ?? 0
        }
      }
      const cart = wanted.map(([quantity, chosen, price]) => {
        const line = priced(quantity, chosen)
        return { ...line, item: { ...line.item, price } }
      })
      expect(calculateSubtotal(cart)).toBe(pence)
      expect(Number.isSafeInteger(calculateSubtotal(cart))).toBe(true)
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})

test.each<[string, Parameters<typeof buildOption>[], number, number]>([
  ['no option', [], 950, 950],
  ['one required choice of several', [['Size', { min: 1, max: 1 }, { Small: -100, Large: 250 }]], 850, 1_200],
  ['a required choice that costs more', [['Size', { min: 1, max: 1 }, { Medium: 50, Large: 250 }]], 1_000, 1_200],
  ['optional dearer choices', [['Extras', { min: 0, max: 2 }, { Egg: 80, Bacon: 120, Cheese: 50 }]], 950, 1_150],
  ['optional cheaper choices', [['Without', { min: 0, max: 2 }, { Bun: -300, Cheese: -100, Egg: 20 }]], 550, 970],
  ['two required choices', [['Two', { min: 2, max: 2 }, { Cheap: -300, Dear: 200, Dearer: 400 }]], 850, 1_550],
])('the price range of an item covers its valid combinations of choices: %s', (_, options, cheapest, dearest) => {
  const all = options.map((option) => buildOption(...option))
  expect(calculatePriceRange({ price: 950, options: all })).toEqual({ cheapest, dearest })
})

describe('S9.03 delivery fee', () => {
  test.each<[string, number, number | null, number]>([
    ['a subtotal of a penny below the threshold', 1_999, 2_000, 250],
    ['a subtotal of exactly the threshold', 2_000, 2_000, 0],
    ['a subtotal of a penny above the threshold', 2_001, 2_000, 0],
    ['with the threshold null, delivery is never free', 1_000_000, null, 250],
    ['with the threshold 0, delivery is always free', 0, 0, 0],
  ])(
    'S9.03 charges the delivery fee only below the threshold for free delivery: %s',
    (_, subtotal, deliveryFreeOrdersOver, fee) => {
      expect(calculateDeliveryFee(subtotal, { deliveryFee: 250, deliveryFreeOrdersOver })).toBe(fee)
    },
  )

  test('for any threshold, delivery costs its fee below the threshold and nothing at the threshold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (threshold, deliveryFee) => {
          const delivery = { deliveryFee, deliveryFreeOrdersOver: threshold }
          expect(calculateDeliveryFee(threshold - 1, delivery)).toBe(deliveryFee)
          expect(calculateDeliveryFee(threshold, delivery)).toBe(0)
        },
      ),
      { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
    )
  })
})
