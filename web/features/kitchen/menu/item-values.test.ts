import { expect, test } from 'vitest'
import type { ManagedItem } from '#contract/kitchen.ts'
import {
  createItemValues,
  createNewChoiceValues,
  createNewOptionValues,
  findItemProblems,
  type ItemValues,
  toItemBody,
} from './item-values.ts'

const item: ManagedItem = {
  itemId: 'i',
  name: 'Soup',
  description: 'Hot.',
  price: 450,
  picture: null,
  allergens: ['celery'],
  diets: ['vegan'],
  soldOutUntil: null,
  portionsLeft: 7,
  maxPerOrder: null,
  available: true,
  options: [
    {
      optionId: 'o',
      name: 'Size',
      min: 1,
      max: 1,
      choices: [
        { id: 'small', name: 'Small', priceAdjustment: -50, allergens: [], soldOutUntil: null },
        { id: 'large', name: 'Large', priceAdjustment: 150, allergens: ['milk'], soldOutUntil: null },
      ],
    },
  ],
}

test('sends a menu item unchanged when nothing was edited', () => {
  const { itemId: _, picture: __, soldOutUntil: ___, options, ...fields } = item
  expect(toItemBody(createItemValues('c', item, 'GBP'), 'GBP')).toEqual({
    ...fields,
    categoryId: 'c',
    options: options.map(({ choices, ...option }) => ({
      ...option,
      choices: choices.map(({ soldOutUntil: _, ...choice }) => choice),
    })),
  })
  expect(findItemProblems(createItemValues('c', item, 'GBP'), 'GBP')).not.toContain(expect.stringMatching(/./))
})

test('sends no ids of options and choices for an item that another member has removed, because the server creates the item again', () => {
  const { options } = toItemBody(createItemValues('c', item, 'GBP'), 'GBP', { fresh: true })
  expect(JSON.stringify(options)).not.toMatch(/"(optionId|id)"/)
})

function cheaper(name: string, adjustment: string) {
  return { ...createNewOptionValues(), name, choices: [{ ...createNewChoiceValues(), name, adjustment }] }
}

test('accepts a dish whose price is zero with its cheapest valid choices', () => {
  const [first, second] = [cheaper('Bun', '-1').choices, cheaper('Cheese', '-1').choices].flat()
  const options = [
    { ...createNewOptionValues(), name: 'Without', choices: [first, second].flatMap((one) => one ?? []) },
  ]
  expect(findItemProblems({ ...createItemValues('c', item, 'GBP'), price: '1', options }, 'GBP').price).toBeFalsy()
})

test.each<[what: string, formValues: Partial<ItemValues>, field: string, problem: RegExp]>([
  ['no name', { name: ' ' }, 'name', /Enter a name/],
  ['a long name', { name: 'x'.repeat(81) }, 'name', /at most 80/],
  ['no price', { price: '' }, 'price', /such as 9\.50/],
  ['a price in words', { price: 'free' }, 'price', /such as 9\.50/],
  ['a price below zero', { price: '-1' }, 'price', /not below zero/],
  ['half a portion', { portionsLeft: '1.5' }, 'portionsLeft', /whole number/],
  ['more portions than can be counted', { portionsLeft: '10001' }, 'portionsLeft', /up to 10000/],
  ['a maximum of 0 per order', { maxPerOrder: '0' }, 'maxPerOrder', /from 1 to 99/],
  ['too many options', { options: Array(21).fill(cheaper('Size', '')) }, 'option-20-name', /at most 20 options/],
  [
    'too many choices',
    { options: [{ ...createNewOptionValues(), choices: Array(51).fill(createNewChoiceValues()) }] },
    'option-0-max',
    /at most 50 choices/,
  ],
  [
    'an option without choices',
    { options: [{ ...createNewOptionValues(), choices: [] }] },
    'option-0-max',
    /Add a choice/,
  ],
  [
    'a maximum above the number of choices',
    { options: [{ ...createNewOptionValues(), max: '2' }] },
    'option-0-max',
    /1 choice only/,
  ],
  ['a minimum above the maximum', { options: [{ ...createNewOptionValues(), min: '2' }] }, 'option-0-max', /cannot be/],
  ['an option without a name', { options: [createNewOptionValues()] }, 'option-0-name', /Enter a name/],
  ['a choice without a name', { options: [createNewOptionValues()] }, 'choice-0-0-name', /Enter a name/],
  [
    'choices that make the price negative',
    { price: '1', options: [cheaper('Bun', '-0.60'), cheaper('Cheese', '-0.50')] },
    'price',
    /not be below zero, with every choice/,
  ],
  [
    'a choice that makes the price too high',
    { price: '1', options: [cheaper('Gold', '1000000000')] },
    'price',
    /costs more than any order can/,
  ],
])('reports %s at its field', (_, formValues, field, problem) => {
  expect(findItemProblems({ ...createItemValues('c', item, 'GBP'), ...formValues }, 'GBP')[field]).toMatch(problem)
})
