import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addLine, mergeLines, removeLine, sameLine } from './cart-line.ts'
import type { WantedLine } from './menu.ts'
import { lineOf } from './testing/sample-kitchen.ts'
import { seed, soak } from './testing/soak.ts'

/** Few values, so that lines often are the same. */
const line: fc.Arbitrary<WantedLine> = fc.record({
  itemId: fc.constantFrom('burger', 'ramen'),
  quantity: fc.integer({ min: 1, max: 5 }),
  options: fc.array(
    fc.record({ optionId: fc.constantFrom('size', 'extras'), choiceId: fc.constantFrom('small', 'large', 'egg') }),
    { maxLength: 3 },
  ),
  dietaryRequirements: fc.array(fc.constantFrom('no nuts', 'vegan'), { maxLength: 2 }),
})
const cart = fc.array(line, { maxLength: 8 }).map((lines) => mergeLines([], lines))
const shuffled = (one: WantedLine): fc.Arbitrary<WantedLine> =>
  fc
    .tuple(
      fc.shuffledSubarray(one.options, { minLength: one.options.length }),
      fc.shuffledSubarray(one.dietaryRequirements, { minLength: one.dietaryRequirements.length }),
    )
    .map(([options, dietaryRequirements]) => ({ ...one, options, dietaryRequirements }))
const portions = (lines: readonly WantedLine[], wanted?: WantedLine) =>
  lines.filter((one) => !wanted || sameLine(one, wanted)).reduce((sum, { quantity }) => sum + quantity, 0)

describe('sizes merge because only optionId is compared', () => {
  const small = lineOf('burger', 1, ['size small'])
  test.each<[string, WantedLine]>([
    ['another choice of the same option', lineOf('burger', 1, ['size large'])],
    ['the same choice of another option', lineOf('burger', 1, ['extras small'])],
    ['one choice more', lineOf('burger', 1, ['size small', 'extras egg'])],
    ['no choice', lineOf('burger')],
    ['another item', lineOf('ramen', 1, ['size small'])],
    ['a dietary requirement', { ...small, dietaryRequirements: ['no nuts'] }],
  ])('S5.05 %s makes another line', (_, other) => {
    expect(sameLine(small, other)).toBe(false)
    expect(addLine([small], other)).toEqual([small, other])
  })
})

test('S5.05 the order of choices and of dietary requirements makes no difference, for any line', () => {
  fc.assert(
    fc.property(
      line.chain((one) => fc.tuple(fc.constant(one), shuffled(one))),
      ([one, other]) => {
        expect(sameLine(one, other)).toBe(true)
        expect(addLine([one], other)).toEqual([{ ...other, quantity: one.quantity * 2 }])
      },
    ),
    { numRuns: soak(100, 10_000), seed },
  )
})

test('S5.05 a choice that is repeated is one', () => {
  const once = lineOf('burger', 1, ['size small', 'extras egg'])
  const twice = lineOf('burger', 2, ['extras egg', 'size small', 'extras egg'])
  expect(sameLine(once, twice)).toBe(true)
  expect(addLine([once], twice)).toEqual([{ ...twice, quantity: 3 }])
})

test('S5.05 a dietary requirement that is named twice is one', () => {
  const once = { ...lineOf('burger'), dietaryRequirements: ['no nuts'] }
  expect(sameLine(once, { ...once, dietaryRequirements: ['no nuts', 'no nuts'] })).toBe(true)
})

test('S4.03 adding a line raises the quantity of the one that is the same, or adds one, for any cart', () => {
  fc.assert(
    fc.property(cart, line, (lines, added) => {
      const result = addLine(lines, added)
      expect(result).toHaveLength(lines.length + (lines.some((one) => sameLine(one, added)) ? 0 : 1))
      expect(portions(result, added)).toBe(portions(lines, added) + added.quantity)
      expect(portions(result)).toBe(portions(lines) + added.quantity)
    }),
    { numRuns: soak(100, 10_000), seed },
  )
})

test('S4.04 removing deletes the line that is the same and leaves all others, for any cart', () => {
  fc.assert(
    fc.property(cart, line, (lines, removed) => {
      expect(removeLine(lines, removed)).toEqual(lines.filter((one) => !sameLine(one, removed)))
      expect(removeLine(addLine(lines, removed), removed)).toEqual(removeLine(lines, removed))
    }),
    { numRuns: soak(100, 10_000), seed },
  )
})

test('two carts as one keep every portion, and no line twice, for any carts', () => {
  fc.assert(
    fc.property(cart, cart, (mine, others) => {
      const result = mergeLines(mine, others)
      expect(portions(result)).toBe(portions(mine) + portions(others))
      for (const one of result) {
        expect(portions(result, one)).toBe(portions(mine, one) + portions(others, one))
        expect(result.filter((other) => sameLine(one, other))).toHaveLength(1)
      }
    }),
    { numRuns: soak(100, 10_000), seed },
  )
})
