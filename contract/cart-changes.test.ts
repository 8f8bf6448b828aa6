import { expect, test } from 'vitest'
import { keepStoredPricesUntilSeen, updateCartFromMenu } from './cart-changes.ts'
import { type CartLine, toCartMenuItem } from './cart-line.ts'
import type { Item } from './menu.ts'
import { buildCategories, buildItem, buildOption, buildOrderLineRequest } from './testing/sample-kitchen.ts'

const now = Date.parse('2026-11-21T16:00Z')
const sizes = (large = 250, soldOut = {}) => [
  buildOption('Size', { min: 1, max: 1 }, { Small: 0, Large: large }, soldOut),
]
const burger = buildItem({ itemId: 'burger', options: sizes() })
const large: CartLine = { ...buildOrderLineRequest('burger', 2, ['size large']), item: toCartMenuItem(burger) }

test.each<[string, Item[], string[]]>([
  ['nothing has changed', [burger], []],
  ['the item costs more', [{ ...burger, price: 975 }], ['£12.00 before, £12.25 now']],
  ['the choice costs more', [{ ...burger, options: sizes(300) }], ['£12.00 before, £12.50 now']],
  [
    'another choice costs more',
    [{ ...burger, options: [buildOption('Size', { min: 1, max: 1 }, { Small: 99, Large: 250 })] }],
    [],
  ],
  ['the item is sold out', [{ ...burger, soldOutUntil: now + 1 }], ['Sold out']],
  ['the item was sold out until now', [{ ...burger, soldOutUntil: now }], []],
  ['no portion is left', [{ ...burger, portionsLeft: 0 }], ['Sold out']],
  ['the choice is sold out', [{ ...burger, options: sizes(250, { Large: now + 1 }) }], ['Large is sold out']],
  ['another choice is sold out', [{ ...burger, options: sizes(250, { Small: now + 1 }) }], []],
  ['the choice is gone', [{ ...burger, price: 1_200, options: [] }], ['Large is no longer on the menu']],
  ['the item is gone', [], ['No longer on the menu']],
])('returns the messages for a cart line when %s', (_, items, messages) => {
  const { lines, changes } = updateCartFromMenu([large], buildCategories(items), now, 'GBP')
  expect(changes.map(({ message }) => message)).toEqual(messages)
  expect(lines).toHaveLength(1)
})

test('takes names and prices from the menu and keeps quantities and choices; a line whose item left the menu stays unchanged', () => {
  const renamed = { ...burger, name: 'Triple smash', price: 1_100, options: sizes(250, { Large: now + 1 }) }
  const ramen: CartLine = { ...buildOrderLineRequest('ramen'), item: { name: 'Ramen', price: 1_000, options: [] } }
  const { lines, changes } = updateCartFromMenu([ramen, large], buildCategories([renamed]), now, 'GBP')
  expect(lines).toEqual([ramen, { ...large, item: toCartMenuItem(renamed) }])
  expect(changes).toEqual([
    { line: 0, message: 'No longer on the menu', isMissing: true },
    { line: 1, message: 'Large is sold out', isMissing: true },
    { line: 1, message: '£12.00 before, £13.50 now', isMissing: false },
  ])
})

test('a choice that was removed from the menu keeps its name in the cart, however often the cart is compared with the menu', () => {
  const menu = buildCategories([{ ...burger, name: 'Triple smash', options: [] }])
  const once = updateCartFromMenu([large], menu, now, 'GBP')
  expect(once.lines).toEqual([large])
  expect(updateCartFromMenu(once.lines, menu, now, 'GBP')).toEqual(once)
})

test('the message about a price change shows prices in the kitchen’s currency', () => {
  const { changes } = updateCartFromMenu([large], buildCategories([{ ...burger, price: 1_000 }]), now, 'JPY')
  expect(changes[0]?.message).toBe('JP¥1,200 before, JP¥1,250 now')
})

test('a line with a new price keeps its old name and price until the price is shown; lines with the same price are updated', () => {
  const slaw = buildItem({ itemId: 'slaw', price: 300 })
  const slawLine: CartLine = { ...buildOrderLineRequest('slaw'), item: toCartMenuItem(slaw) }
  const menu = buildCategories([
    { ...burger, name: 'Triple smash', price: 1_100 },
    { ...slaw, name: 'Red slaw' },
  ])
  const kept = keepStoredPricesUntilSeen([large, slawLine], updateCartFromMenu([large, slawLine], menu, now, 'GBP'))
  expect(kept.map(({ item }) => [item.name, item.price])).toEqual([
    ['Double smash', 950],
    ['Red slaw', 300],
  ])
  // After a reload, or in another tab, the same change is reported again.
  expect(updateCartFromMenu(kept, menu, now, 'GBP').changes).toEqual([
    { line: 0, message: '£12.00 before, £13.50 now', isMissing: false },
  ])
})
