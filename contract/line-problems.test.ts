import { expect, test } from 'vitest'
import { DAY_MS } from './limits.ts'
import { findOrderLineProblems } from './line-problems.ts'
import type { Item, OrderLineRequest } from './menu.ts'
import { calculateQuote } from './quote.ts'
import { buildItem, buildKitchen, buildOption, buildOrderLineRequest } from './testing/sample-kitchen.ts'

const now = Date.parse('2026-11-21T18:00Z')
const tomorrow = Date.parse('2026-11-22T12:00Z')

function problems(item: Partial<Item>, lines: OrderLineRequest[]): string[] {
  const items = new Map([['burger', buildItem({ itemId: 'burger', ...item })]])
  return findOrderLineProblems(lines, items, 'Europe/London', now).map(
    (one) => `${one.line} ${one.code}: ${one.message}`,
  )
}

const size = buildOption('Size', { min: 1, max: 1 }, { Small: 0, Large: 250 })
const extras = buildOption('Extras', { min: 0, max: 3 }, { Egg: 80, Bacon: 120, Cheese: 50 })
const ramen = { name: 'Ramen', portionsLeft: 2 }

test.each<[string, Partial<Item>, OrderLineRequest[], string[]]>([
  ['an item without options', {}, [buildOrderLineRequest('burger')], []],
  [
    'an item that is gone',
    {},
    [buildOrderLineRequest('ramen')],
    ['0 item_gone: This is no longer on the menu. Remove it.'],
  ],
  [
    'an item that is sold out for a while',
    { soldOutUntil: tomorrow },
    [buildOrderLineRequest('burger')],
    ['0 item_sold_out: Double smash is sold out until tomorrow at 12:00.'],
  ],
  [
    'an item that is sold out for long',
    { soldOutUntil: now + 8 * DAY_MS },
    [buildOrderLineRequest('burger')],
    ['0 item_sold_out: Double smash is sold out.'],
  ],
  ['an item that was sold out until now', { soldOutUntil: now }, [buildOrderLineRequest('burger')], []],
  [
    'an item without any portion left',
    { portionsLeft: 0 },
    [buildOrderLineRequest('burger')],
    ['0 item_sold_out: Double smash is sold out.'],
  ],
  [
    'a choice that is sold out',
    { options: [buildOption('Size', { min: 1, max: 1 }, { Large: 250 }, { Large: tomorrow })] },
    [buildOrderLineRequest('burger', 1, ['size large'])],
    ['0 choice_sold_out: Large is sold out.'],
  ],
  [
    'a choice that was sold out until now',
    { options: [buildOption('Size', { min: 1, max: 1 }, { Large: 250 }, { Large: now })] },
    [buildOrderLineRequest('burger', 1, ['size large'])],
    [],
  ],
  [
    'a choice that is gone',
    { options: [extras] },
    [buildOrderLineRequest('burger', 1, ['extras tofu', 'sauce hot'])],
    ['0 choice_gone: A choice of Double smash is no longer on the menu. Choose again.'],
  ],
  [
    'a choice that is missing',
    { options: [size] },
    [buildOrderLineRequest('burger')],
    ['0 too_few_choices: Choose a size for Double smash.'],
  ],
  [
    'several choices that are missing',
    { options: [{ ...extras, name: 'BBQ sides', min: 2 }] },
    [buildOrderLineRequest('burger', 1, ['extras egg'])],
    ['0 too_few_choices: Choose at least 2 from BBQ sides for Double smash.'],
  ],
  [
    'as many choices as are allowed',
    { options: [extras] },
    [buildOrderLineRequest('burger', 1, ['extras egg', 'extras bacon', 'extras cheese'])],
    [],
  ],
  [
    'more choices than are allowed',
    { options: [{ ...extras, max: 2 }] },
    [buildOrderLineRequest('burger', 1, ['extras egg', 'extras bacon', 'extras cheese'])],
    ['0 too_many_choices: At most 2 extras with Double smash.'],
  ],
  [
    'a choice that is repeated',
    { options: [extras] },
    [buildOrderLineRequest('burger', 1, ['extras egg', 'extras egg', 'extras egg', 'extras egg'])],
    ['0 choice_repeated: A choice of Double smash is there more than once. Remove the dish and add it again.'],
  ],
  [
    'a repeated choice in place of a second required choice',
    { options: [{ ...extras, min: 2 }] },
    [buildOrderLineRequest('burger', 1, ['extras egg', 'extras egg'])],
    [
      '0 choice_repeated: A choice of Double smash is there more than once. Remove the dish and add it again.',
      '0 too_few_choices: Choose at least 2 from extras for Double smash.',
    ],
  ],
  ['as many portions as are left', ramen, [buildOrderLineRequest('burger'), buildOrderLineRequest('burger')], []],
  [
    'more portions than are left, in several lines',
    ramen,
    [buildOrderLineRequest('burger', 2), buildOrderLineRequest('burger')],
    ['0 portions: Only 2 portions of Ramen are left.'],
  ],
  [
    'more than the last portion',
    { ...ramen, portionsLeft: 1 },
    [buildOrderLineRequest('burger', 2)],
    ['0 portions: Only 1 portion of Ramen is left.'],
  ],
  ...[0, -1, 1.5, 100, Number.NaN].map((quantity): [string, Partial<Item>, OrderLineRequest[], string[]] => [
    `a quantity of ${quantity}`,
    {},
    [buildOrderLineRequest('burger', quantity)],
    ['0 quantity_invalid: Choose from 1 to 99 Double smash.'],
  ]),
  [
    'more portions than are left, and a line with a negative quantity, which reduces nothing',
    ramen,
    [buildOrderLineRequest('burger', 3), buildOrderLineRequest('burger', -1)],
    ['0 portions: Only 2 portions of Ramen are left.', '1 quantity_invalid: Choose from 1 to 99 Ramen.'],
  ],
  ['as many portions as one order may have', { maxPerOrder: 5 }, [buildOrderLineRequest('burger', 5)], []],
  [
    'more portions than one order may have, in several lines',
    { maxPerOrder: 5 },
    [buildOrderLineRequest('ramen'), buildOrderLineRequest('burger', 3), buildOrderLineRequest('burger', 3)],
    ['0 item_gone: This is no longer on the menu. Remove it.', '1 too_many: At most 5 Double smash in one order.'],
  ],
])('returns the problems of an order with %s', (_, item, lines, found) => {
  expect(problems(item, lines)).toEqual(found)
})

test('a quote lists the problems of each line, and an item that left the menu adds nothing to the total', () => {
  const kitchen = buildKitchen([buildItem({ itemId: 'burger', price: 1_000, soldOutUntil: tomorrow })])
  const lines = [buildOrderLineRequest('gone', 3), buildOrderLineRequest('burger')]
  const quote = calculateQuote(kitchen, { service: 'pickup', slotAt: null, postcode: null, lines }, now)
  expect(quote.subtotal).toBe(1_000)
  expect(quote.problems.map(({ code, line }) => [code, line])).toEqual([
    ['item_gone', 0],
    ['item_sold_out', 1],
  ])
})
