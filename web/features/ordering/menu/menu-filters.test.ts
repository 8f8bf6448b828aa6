import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Allergen } from '#contract/menu-enums.ts'
import { buildItem, buildOption } from '#contract/testing/sample-kitchen.ts'
import { installFakePage } from '../../../testing/render.ts'
import { emptyFilter, MenuFilters, matchesFilter } from './menu-filters.tsx'

const sauces = { Mayonnaise: ['eggs'], Satay: ['peanuts'], Pesto: ['milk', 'nuts'] } as const

/** Chips with a choice of sauces. @param min the number of sauces that must be chosen */
function buildChips(min: number) {
  const option = buildOption('Sauce', { min, max: 3 }, { Mayonnaise: 0, Satay: 0, Pesto: 0 })
  const choices = option.choices.map((choice) => ({
    ...choice,
    allergens: [...sauces[choice.name as keyof typeof sauces]],
  }))
  return buildItem({ itemId: 'chips', options: [{ ...option, choices }] })
}

test.each<[min: number, without: Allergen[], isShown: boolean]>([
  [1, ['eggs'], true],
  [1, ['eggs', 'peanuts'], true],
  [1, ['eggs', 'peanuts', 'milk'], false],
  [0, ['eggs', 'peanuts', 'milk'], true],
  [3, ['nuts'], false],
])(
  'a dish with %i required choices passes the filter against %j if enough choices are left (shown: %s)',
  (min, without, isShown) => {
    expect(matchesFilter(buildChips(min), { ...emptyFilter, without })).toBe(isShown)
  },
)

test.each([
  [2, []],
  [3, ['eggs', 'milk', 'nuts', 'peanuts']],
])(
  'when %i of three choices are required, the filters offer only the unavoidable allergens: %j',
  async (min, offered) => {
    const page = installFakePage(() => Response.json({}))
    await page.show(createElement(MenuFilters, { items: [buildChips(min)], filter: emptyFilter, onChange: () => {} }))
    const labels = [...page.document.querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(labels.toSorted()).toEqual(offered)
  },
)
