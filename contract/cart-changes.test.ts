import { expect, test } from 'vitest'
import { linesToKeep, withMenu } from './cart-changes.ts'
import { type CartLine, cartItemOf } from './cart-line.ts'
import type { Item } from './menu.ts'
import { categoriesOf, itemWith, lineOf, optionOf } from './testing/sample-kitchen.ts'

const now = Date.parse('2026-11-21T16:00Z')
const sizes = (large = 250, soldOut = {}) => [optionOf('Size', { min: 1, max: 1 }, { Small: 0, Large: large }, soldOut)]
const burger = itemWith({ itemId: 'burger', options: sizes() })
const large: CartLine = { ...lineOf('burger', 2, ['size large']), item: cartItemOf(burger) }

test.each<[string, Item[], string[]]>([
  ['nothing has changed', [burger], []],
  ['the item costs more', [{ ...burger, price: 975 }], ['£12.00 before, £12.25 now']],
  ['the choice costs more', [{ ...burger, options: sizes(300) }], ['£12.00 before, £12.50 now']],
  [
    'another choice costs more',
    [{ ...burger, options: [optionOf('Size', { min: 1, max: 1 }, { Small: 99, Large: 250 })] }],
    [],
  ],
  ['the item is sold out', [{ ...burger, soldOutUntil: now + 1 }], ['Sold out']],
  ['it was sold out until now', [{ ...burger, soldOutUntil: now }], []],
  ['no portion is left', [{ ...burger, portionsLeft: 0 }], ['Sold out']],
  ['the choice is sold out', [{ ...burger, options: sizes(250, { Large: now + 1 }) }], ['Large is sold out']],
  ['another choice is sold out', [{ ...burger, options: sizes(250, { Small: now + 1 }) }], []],
  ['the choice is gone', [{ ...burger, price: 1_200, options: [] }], ['Large is no longer on the menu']],
  ['the item is gone', [], ['No longer on the menu']],
])('what has changed in a cart is said: %s', (_, items, messages) => {
  const { lines, changes } = withMenu([large], categoriesOf(items), now, 'GBP')
  expect(changes.map(({ message }) => message)).toEqual(messages)
  expect(lines).toHaveLength(1)
})

test("lines take the menu's names and prices and keep what was wanted; those that are gone stay as they were", () => {
  const renamed = { ...burger, name: 'Triple smash', price: 1_100, options: sizes(250, { Large: now + 1 }) }
  const ramen: CartLine = { ...lineOf('ramen'), item: { name: 'Ramen', price: 1_000, options: [] } }
  const { lines, changes } = withMenu([ramen, large], categoriesOf([renamed]), now, 'GBP')
  expect(lines).toEqual([ramen, { ...large, item: cartItemOf(renamed) }])
  expect(changes).toEqual([
    { line: 0, message: 'No longer on the menu', isMissing: true },
    { line: 1, message: 'Large is sold out', isMissing: true },
    { line: 1, message: '£12.00 before, £13.50 now', isMissing: false },
  ])
})

test('a choice that is gone keeps its name, however often the cart is compared', () => {
  const menu = categoriesOf([{ ...burger, name: 'Triple smash', options: [] }])
  const once = withMenu([large], menu, now, 'GBP')
  expect(once.lines).toEqual([large])
  expect(withMenu(once.lines, menu, now, 'GBP')).toEqual(once)
})

test('the price is said in the currency of the kitchen', () => {
  const { changes } = withMenu([large], categoriesOf([{ ...burger, price: 1_000 }]), now, 'JPY')
  expect(changes[0]?.message).toBe('JP¥1,200 before, JP¥1,250 now')
})

test('a cart keeps the price that was seen until it is seen that it has changed, and everything else of the menu', () => {
  const slaw = itemWith({ itemId: 'slaw', price: 300 })
  const slawLine: CartLine = { ...lineOf('slaw'), item: cartItemOf(slaw) }
  const menu = categoriesOf([
    { ...burger, name: 'Triple smash', price: 1_100 },
    { ...slaw, name: 'Red slaw' },
  ])
  const kept = linesToKeep([large, slawLine], withMenu([large, slawLine], menu, now, 'GBP'))
  expect(kept.map(({ item }) => [item.name, item.price])).toEqual([
    ['Double smash', 950],
    ['Red slaw', 300],
  ])
  // The same is said after a reload, and in another tab.
  expect(withMenu(kept, menu, now, 'GBP').changes).toEqual([
    { line: 0, message: '£12.00 before, £13.50 now', isMissing: false },
  ])
})
