import { expect, test } from 'vitest'
import { updateCartFromMenu } from '#contract/cart-changes.ts'
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

test('reorders a line of an order with all choices of an option, at the prices of the menu', () => {
  const { lines, unavailable } = findLinesToReorder(
    [ordered([chosen('Egg', 80), chosen('Bacon', 120)], 1_150)],
    buildKitchen([burger]),
    now,
  )
  expect(unavailable).toEqual([])
  expect(lines.map((line) => [line.options.map(({ choiceId }) => choiceId), calculateUnitPrice(line)])).toEqual([
    [['egg', 'bacon'], 1_150],
  ])
})

test('reorders a choice only once when the earlier order repeats it', () => {
  const { lines } = findLinesToReorder(
    [ordered([chosen('Egg', 80), chosen('Egg', 80)], 1_110)],
    buildKitchen([burger]),
    now,
  )
  expect(lines[0]?.options).toEqual([{ optionId: 'extras', choiceId: 'egg' }])
})

test('reordering leaves out a dish that is no longer on the menu, and names this dish', () => {
  const { lines, unavailable } = findLinesToReorder([ordered([chosen('Egg', 80)], 1_030)], buildKitchen([]), now)
  expect([lines, unavailable]).toEqual([[], ['Double smash: No longer on the menu']])
})

test('reordering keeps the old price of a dish that costs more now, so that the cart shows both prices', () => {
  const kitchen = buildKitchen([{ ...burger, price: 1_000 }])
  const { lines } = findLinesToReorder([ordered([chosen('Egg', 80)], 1_030)], kitchen, now)
  expect(lines.map(calculateUnitPrice)).toEqual([1_030])
  expect(updateCartFromMenu(lines, kitchen.categories, now, 'GBP').changes).toMatchObject([
    { message: '£10.30 before, £10.80 now' },
  ])
})
