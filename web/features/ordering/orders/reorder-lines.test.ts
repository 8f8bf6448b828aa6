import { expect, test } from 'vitest'
import { updateCartFromMenu } from '#contract/cart-changes.ts'
import type { Kitchen } from '#contract/menu.ts'
import { calculateUnitPrice } from '#contract/pricing.ts'
import { buildItem, buildKitchen, buildOption } from '#contract/testing/sample-kitchen.ts'
import { findLinesToReorder } from './reorder-lines.ts'

const now = Date.parse('2026-11-21T16:00Z')
const burger = buildItem({
  itemId: 'burger',
  price: 950,
  options: [buildOption('Extras', { min: 0, max: 3 }, { Egg: 80, Bacon: 120 })],
})
const chosen = (choice: string, priceAdjustment: number) => ({
  optionId: 'extras',
  option: 'Extras',
  choiceId: choice.toLowerCase(),
  choice,
  priceAdjustment,
})
const ordered = (choices: ReturnType<typeof chosen>[], unitPrice: number) => ({
  itemId: 'burger',
  name: 'Double smash',
  quantity: 2,
  unitPrice,
  choices,
  dietaryRequirements: [],
  allergens: [],
})

/** Returns the lines of an order in pounds that can be ordered again. */
const reorder = (lines: ReturnType<typeof ordered>[], kitchen: Kitchen) =>
  findLinesToReorder({ lines, currency: 'GBP', currencyDigits: 2 }, kitchen, now)

test('reorders a line of an order with all choices of an option, at the prices of the menu', () => {
  const { lines, unavailable } = reorder(
    [ordered([chosen('Egg', 80), chosen('Bacon', 120)], 1_150)],
    buildKitchen([burger]),
  )
  expect(unavailable).toEqual([])
  expect(lines.map((line) => [line.options.map(({ choiceId }) => choiceId), calculateUnitPrice(line)])).toEqual([
    [['egg', 'bacon'], 1_150],
  ])
})

test('reorders a choice only once when the earlier order repeats it', () => {
  const { lines } = reorder([ordered([chosen('Egg', 80), chosen('Egg', 80)], 1_110)], buildKitchen([burger]))
  expect(lines[0]?.options).toEqual([{ optionId: 'extras', choiceId: 'egg' }])
})

test('reordering leaves out a dish that is no longer on the menu, and names this dish', () => {
  const { lines, unavailable } = reorder([ordered([chosen('Egg', 80)], 1_030)], buildKitchen([]))
  expect([lines, unavailable]).toEqual([[], ['Double smash: No longer on the menu']])
})

test('reordering keeps the old price of a dish that costs more now, so that the cart shows both prices', () => {
  const kitchen = buildKitchen([{ ...burger, price: 1_000 }])
  const { lines } = reorder([ordered([chosen('Egg', 80)], 1_030)], kitchen)
  expect(lines.map(calculateUnitPrice)).toEqual([1_030])
  expect(updateCartFromMenu(lines, kitchen.categories, now, 'GBP').changes).toMatchObject([
    { message: '£10.30 before, £10.80 now' },
  ])
})

test('reordering converts the prices of an order that an earlier version stored with another number of decimals', () => {
  const forints = buildKitchen([{ ...burger, price: 290_000 }], { currency: 'HUF' })
  const lines = [ordered([chosen('Egg', 80)], 2_980)]
  const again = findLinesToReorder({ lines, currency: 'HUF', currencyDigits: 0 }, forints, now)
  expect(again.lines.map(calculateUnitPrice)).toEqual([298_000])
  expect(updateCartFromMenu(again.lines, forints.categories, now, 'HUF').changes).toMatchObject([
    { message: 'HUF 2,980.00 before, HUF 2,900.80 now' },
  ])
})
