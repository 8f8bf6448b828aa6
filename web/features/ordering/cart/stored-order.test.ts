import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart-line.ts'
import { LINE_QUANTITY_MAX } from '#contract/ordering-limits.ts'
import { migrateStoredPrices, parseStoredOrderState } from './stored-order.ts'

const egg = { optionId: 'extras', choiceId: 'egg' }
const bacon = { optionId: 'extras', choiceId: 'bacon' }
const extras = {
  optionId: 'extras',
  name: 'Extras',
  min: 0,
  max: 2,
  choices: [
    { id: 'egg', name: 'Egg', priceAdjustment: 80 },
    { id: 'bacon', name: 'Bacon', priceAdjustment: -50 },
  ],
}
const line = (more: Partial<CartLine> = {}): CartLine => ({
  itemId: 'smash',
  quantity: 1,
  options: [],
  dietaryRequirements: [],
  item: { name: 'Smash', price: 950, options: [extras] },
  ...more,
})
const linesIn = (lines: unknown[]) => parseStoredOrderState({ itemsByVendor: { burgers: lines } }).itemsByVendor.burgers

test('keeps each choice and each dietary requirement of a stored cart line once', () => {
  const repeated = line({ options: [egg, bacon, egg], dietaryRequirements: ['no nuts', 'no nuts'] })
  expect(linesIn([repeated])).toEqual([line({ options: [egg, bacon], dietaryRequirements: ['no nuts'] })])
})

test('merges stored cart lines that differ only in repeated choices', () => {
  const lines = [
    line({ options: [egg, bacon, egg], quantity: 2 }),
    line(),
    line({ options: [bacon, egg], quantity: 98 }),
  ]
  expect(linesIn(lines)?.map(({ options, quantity }) => [options.length, quantity])).toEqual([
    [2, LINE_QUANTITY_MAX],
    [0, 1],
  ])
})

test('keeps every line of a stored cart, even above the limit of an order, because the quote reports this problem', () => {
  const lines = Array.from({ length: 101 }, (_, at) => line({ itemId: `dish ${at}` }))
  expect(linesIn(lines)).toEqual(lines)
})

test('an option without limits, which an earlier version of the site stored, allows any number of its choices', () => {
  const { min: _, max: __, ...earlier } = extras
  const [read] = linesIn([{ ...line(), item: { name: 'Smash', price: 950, options: [earlier] } }]) ?? []
  expect(read?.item.options).toEqual([{ ...extras, min: 0, max: 2 }])
})

test('converts prices that an earlier version of the site stored to the minor units of ISO 4217', () => {
  const kitchen = (currency: string) => ({ name: 'Kitchen', slug: 'kitchen', currency })
  const carts = {
    itemsByVendor: { forints: [line()], dinars: [line()], pounds: [line()], unknown: [line()] },
    kitchens: { forints: kitchen('HUF'), dinars: kitchen('IQD'), pounds: kitchen('GBP') },
  }
  const { itemsByVendor, setAside } = migrateStoredPrices(
    parseStoredOrderState({ ...carts, setAside: { nora: carts } }),
  )
  const prices = {
    forints: [95_000, 8_000, -5_000],
    dinars: [950_000, 80_000, -50_000],
    pounds: [950, 80, -50],
    unknown: [950, 80, -50],
  }
  for (const converted of [itemsByVendor, setAside.nora?.itemsByVendor ?? {}])
    expect(
      Object.fromEntries(
        Object.entries(converted).map(([vId, [first]]) => [
          vId,
          [first?.item.price, ...(first?.item.options[0]?.choices.map(({ priceAdjustment }) => priceAdjustment) ?? [])],
        ]),
      ),
    ).toEqual(prices)
})
