import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addLinesToCart, addLineToCart, isSameLine, removeLine } from './cart-line.ts'
import type { OrderLineRequest } from './menu.ts'
import { buildOrderLineRequest } from './testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

/** The values are few, so that equal lines are frequent. */
const line: fc.Arbitrary<OrderLineRequest> = fc.record({
  itemId: fc.constantFrom('burger', 'ramen'),
  quantity: fc.integer({ min: 1, max: 5 }),
  options: fc.array(
    fc.record({ optionId: fc.constantFrom('size', 'extras'), choiceId: fc.constantFrom('small', 'large', 'egg') }),
    { maxLength: 3 },
  ),
  dietaryRequirements: fc.array(fc.constantFrom('no nuts', 'vegan'), { maxLength: 2 }),
})
const cart = fc.array(line, { maxLength: 8 }).map((lines) => addLinesToCart([], lines))
const shuffled = (one: OrderLineRequest): fc.Arbitrary<OrderLineRequest> =>
  fc
    .tuple(
      fc.shuffledSubarray(one.options, { minLength: one.options.length }),
      fc.shuffledSubarray(one.dietaryRequirements, { minLength: one.dietaryRequirements.length }),
    )
    .map(([options, dietaryRequirements]) => ({ ...one, options, dietaryRequirements }))
const portions = (lines: readonly OrderLineRequest[], wanted?: OrderLineRequest) =>
  lines.filter((one) => !wanted || isSameLine(one, wanted)).reduce((sum, { quantity }) => sum + quantity, 0)

describe('equality of cart lines', () => {
  const small = buildOrderLineRequest('burger', 1, ['size small'])
  test.each<[string, OrderLineRequest]>([
    ['another choice of the same option', buildOrderLineRequest('burger', 1, ['size large'])],
    ['the same choice of another option', buildOrderLineRequest('burger', 1, ['extras small'])],
    ['one choice more', buildOrderLineRequest('burger', 1, ['size small', 'extras egg'])],
    ['no choice', buildOrderLineRequest('burger')],
    ['another item', buildOrderLineRequest('ramen', 1, ['size small'])],
    ['a dietary requirement', { ...small, dietaryRequirements: ['no nuts'] }],
  ])('S5.05 a cart line with %s is added as a separate line', (_, other) => {
    expect(isSameLine(small, other)).toBe(false)
    expect(addLineToCart([small], other)).toEqual([small, other])
  })
})

test('S5.05 any line equals the same line with its choices and dietary requirements in another order', () => {
  fc.assert(
    fc.property(
      line.chain((one) => fc.tuple(fc.constant(one), shuffled(one))),
      ([one, other]) => {
        expect(isSameLine(one, other)).toBe(true)
        expect(addLineToCart([one], other)).toEqual([{ ...other, quantity: one.quantity * 2 }])
      },
    ),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})

test('S5.05 a line with a repeated choice equals the line with the choice once', () => {
  const once = buildOrderLineRequest('burger', 1, ['size small', 'extras egg'])
  const twice = buildOrderLineRequest('burger', 2, ['extras egg', 'size small', 'extras egg'])
  expect(isSameLine(once, twice)).toBe(true)
  expect(addLineToCart([once], twice)).toEqual([{ ...twice, quantity: 3 }])
})

test('S5.05 a line with a repeated dietary requirement equals the line with the requirement once', () => {
  const once = { ...buildOrderLineRequest('burger'), dietaryRequirements: ['no nuts'] }
  expect(isSameLine(once, { ...once, dietaryRequirements: ['no nuts', 'no nuts'] })).toBe(true)
})

test('S4.03 for any cart, adding a line raises the quantity of an equal line, or appends the line', () => {
  fc.assert(
    fc.property(cart, line, (lines, added) => {
      const result = addLineToCart(lines, added)
      expect(result).toHaveLength(lines.length + (lines.some((one) => isSameLine(one, added)) ? 0 : 1))
      expect(portions(result, added)).toBe(portions(lines, added) + added.quantity)
      expect(portions(result)).toBe(portions(lines) + added.quantity)
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})

test('S4.04 for any cart, removing a line deletes the equal line and keeps all other lines', () => {
  fc.assert(
    fc.property(cart, line, (lines, removed) => {
      expect(removeLine(lines, removed)).toEqual(lines.filter((one) => !isSameLine(one, removed)))
      expect(removeLine(addLineToCart(lines, removed), removed)).toEqual(removeLine(lines, removed))
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})

test('merging any two carts keeps every portion, and no two lines of the result are equal', () => {
  fc.assert(
    fc.property(cart, cart, (mine, others) => {
      const result = addLinesToCart(mine, others)
      expect(portions(result)).toBe(portions(mine) + portions(others))
      for (const one of result) {
        expect(portions(result, one)).toBe(portions(mine, one) + portions(others, one))
        expect(result.filter((other) => isSameLine(one, other))).toHaveLength(1)
      }
    }),
    { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
  )
})
