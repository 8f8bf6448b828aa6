import { expect, test } from 'vitest'
import { moveCategoryByOne, moveItemByOne, moveItemTo, sortByMenuSequence, toMenuSequence } from './menu-sequence.ts'

const order = [
  { id: 'starters', items: ['soup', 'bread'] },
  { id: 'mains', items: ['stew'] },
  { id: 'sweets', items: [] },
]
const itemsOf = (moved: typeof order) => moved.map(({ items }) => items.join(' '))

test.each<[item: string, by: 1 | -1, items: string[]]>([
  ['soup', 1, ['bread soup', 'stew', '']],
  ['bread', -1, ['bread soup', 'stew', '']],
  ['bread', 1, ['soup', 'bread stew', '']],
  ['stew', -1, ['soup bread stew', '', '']],
  ['stew', 1, ['soup bread', '', 'stew']],
  ['soup', -1, ['soup bread', 'stew', '']],
])('moving the menu item %s by %d places gives the expected order', (item, by, items) => {
  expect(itemsOf(moveItemByOne(order, item, by))).toEqual(items)
})

test('moves a dragged menu item to the place where it is dropped, in any category', () => {
  expect(itemsOf(moveItemTo(order, 'soup', 'mains', 1))).toEqual(['bread', 'stew soup', ''])
  expect(itemsOf(moveItemTo(order, 'soup', 'starters', 1))).toEqual(['bread soup', 'stew', ''])
})

test('moves a category of the menu up or down, but not beyond the ends of the menu', () => {
  const ids = (moved: typeof order) => moved.map(({ id }) => id)
  expect(ids(moveCategoryByOne(order, 'starters', 1))).toEqual(['mains', 'starters', 'sweets'])
  expect(ids(moveCategoryByOne(order, 'starters', -1))).toEqual(['starters', 'mains', 'sweets'])
  expect(ids(moveCategoryByOne(order, 'sweets', 1))).toEqual(['starters', 'mains', 'sweets'])
})

test('sorts a menu by a given order, and puts items that are missing from the order last', () => {
  const categories = [
    { id: 'starters', items: [{ itemId: 'soup' }, { itemId: 'bread' }, { itemId: 'new' }] },
    { id: 'later', items: [] },
    { id: 'mains', items: [{ itemId: 'stew' }] },
  ]
  const wanted = [
    { id: 'mains', items: ['soup', 'gone', 'stew'] },
    { id: 'starters', items: ['bread'] },
  ]
  expect(toMenuSequence(sortByMenuSequence(categories, wanted))).toEqual([
    { id: 'mains', items: ['soup', 'stew'] },
    { id: 'starters', items: ['bread', 'new'] },
    { id: 'later', items: [] },
  ])
})
