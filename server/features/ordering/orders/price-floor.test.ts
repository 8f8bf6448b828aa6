import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCartMenuItem } from '#contract/cart-line.ts'
import { type Item, type OrderLineRequest, orderLineRequestSchema } from '#contract/menu.ts'
import { AMOUNT_MAX_MINOR_UNITS } from '#contract/ordering-limits.ts'
import { calculatePriceRange, calculateUnitPrice } from '#contract/pricing.ts'
import { calculateQuote } from '#contract/quote.ts'
import { buildItem, buildKitchen } from '#contract/testing/sample-kitchen.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { snapshotOrderLines } from './snapshot-order-lines.ts'

/** The number of random menus, each with one order. */
const MENUS = chooseByRun(400, 100_000)
const ITEMS = 3
const now = Date.parse('2026-11-21T18:00Z')

const idOf = (...path: number[]) => `00000000-0000-4000-8000-${path.map((one) => `${one}`.padStart(4, '0')).join('')}`

/** An option with 1 to 4 choices, and any `min` and `max` that the menu editor accepts. */
const option = fc
  .record({
    adjustments: fc.array(fc.integer({ min: -2_000, max: 2_000 }), { minLength: 1, maxLength: 4 }),
    bounds: fc.tuple(fc.nat(4), fc.nat(4)),
  })
  .map(({ adjustments, bounds }) => {
    const [min = 0, max = 0] = bounds.map((bound) => Math.min(bound, adjustments.length)).toSorted((a, b) => a - b)
    return { min, max: Math.max(max, 1), adjustments }
  })

/** Items that the menu editor accepts. Their price is zero or more with every valid set of choices. */
const items = fc
  .array(fc.record({ above: fc.nat(3_000), options: fc.array(option, { maxLength: 3 }) }), {
    minLength: ITEMS,
    maxLength: ITEMS,
  })
  .map((wanted) =>
    wanted.map(({ above, options: drafts }, item): Item => {
      const options = drafts.map(({ min, max, adjustments }, option) => ({
        optionId: idOf(item, option, 0),
        name: `Option ${option}`,
        min,
        max,
        choices: adjustments.map((priceAdjustment, choice) => ({
          id: idOf(item, option, choice + 1),
          name: `Choice ${choice}`,
          priceAdjustment,
          allergens: [],
          soldOutUntil: null,
        })),
      }))
      const free = buildItem({ itemId: idOf(item, 0, 0), price: 0, options })
      return { ...free, price: Math.max(0, -floorOf(free)) + above }
    }),
  )

/** Choices of any item of the menu, choices of another menu, and invented choices; some are repeated. */
const chosen = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(2), fc.nat(2), fc.integer({ min: 1, max: 4 })) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)) },
)
const anyLine = fc
  .record({
    item: fc.nat(ITEMS),
    // Choices of the item itself, up to eight of twelve. So some choices are repeated.
    own: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 4 })), { maxLength: 8 }),
    others: fc.array(chosen, { maxLength: 2 }),
    quantity: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: -99, max: 99 })),
  })
  .map(({ item, own, others, quantity }): OrderLineRequest => {
    const paths = [...own.map(([option, choice]) => [item, option, choice] as const), ...others]
    return {
      itemId: idOf(item, 0, 0),
      quantity,
      dietaryRequirements: [],
      options: paths.map(([of, option, choice]) => ({
        optionId: idOf(of, option, 0),
        choiceId: idOf(of, option, choice),
      })),
    }
  })

/** Lines that a customer can choose on the page. */
const goodLine = (menu: readonly Item[]) =>
  fc.constantFrom(...menu).chain(({ itemId, options }) =>
    fc.record({
      itemId: fc.constant(itemId),
      quantity: fc.integer({ min: 1, max: 99 }),
      dietaryRequirements: fc.constant<string[]>([]),
      options: fc
        .tuple(
          ...options.map(({ optionId, min, max, choices }) =>
            fc
              .shuffledSubarray(choices, { minLength: min, maxLength: max })
              .map((taken) => taken.map(({ id }) => ({ optionId, choiceId: id }))),
          ),
        )
        .map((taken) => taken.flat()),
    }),
  )

const order = items.chain((menu) =>
  fc.record({
    menu: fc.constant(menu),
    lines: fc.array(fc.oneof(anyLine, goodLine(menu)), { minLength: 1, maxLength: 4 }),
  }),
)

/** Returns the price of an item with its cheapest valid choices, by trying all valid choices. */
function floorOf({ price, options }: Pick<Item, 'price' | 'options'>): number {
  const cheapest = options.map(({ min, max, choices }) => {
    const sums: number[] = []
    for (let subset = 0; subset < 2 ** choices.length; subset++) {
      const taken = choices.filter((_, at) => subset & (2 ** at))
      if (taken.length >= min && taken.length <= max)
        sums.push(taken.reduce((sum, { priceAdjustment }) => sum + priceAdjustment, 0))
    }
    return Math.min(...sums)
  })
  return cheapest.reduce((sum, one) => sum + one, price)
}

/**
 * Calculates a line as S9.03 specifies: price + chosen adjustments. Returns null for a line that is not well-formed.
 */
function specifiedPrice(line: OrderLineRequest, item: Item | undefined): number | null {
  if (!item || line.quantity < 1) return null
  const pairs = new Set(line.options.map(({ optionId, choiceId }) => `${optionId}/${choiceId}`))
  if (pairs.size < line.options.length) return null
  let [price, known] = [item.price, 0]
  for (const { optionId, min, max, choices } of item.options) {
    const taken = choices.filter(({ id }) => pairs.has(`${optionId}/${id}`))
    if (taken.length < min || taken.length > max) return null
    known += taken.length
    for (const { priceAdjustment } of taken) price += priceAdjustment
  }
  return known === pairs.size ? price : null
}

test(`S9.03 for ${MENUS} random menus, no line, subtotal or total costs less than the cheapest choices, and well-formed lines have the specified price`, () => {
  const seen = { wellFormed: 0, repeated: 0 }
  fc.assert(
    fc.property(order, fc.constantFrom('delivery' as const, 'pickup' as const), ({ menu, lines }, service) => {
      const priced = lines.map((line) => {
        const item = menu.find(({ itemId }) => itemId === line.itemId)
        const specified = specifiedPrice(line, item)
        const quantity = Math.max(line.quantity, 0)
        if (!item) return { specified, price: 0, floor: 0, quantity: 0 }
        const price = calculateUnitPrice({ item: toCartMenuItem(item), options: line.options })
        const floor = floorOf(item)
        expect(floor).toBeGreaterThanOrEqual(0)
        expect(calculatePriceRange(item).cheapest).toBe(floor)
        expect(price).toBeGreaterThanOrEqual(floor)
        if (specified !== null) expect(price).toBe(specified)
        return { specified, price, floor, quantity }
      })
      const quote = calculateQuote(buildKitchen(menu), { service, slotAt: null, postcode: null, lines }, now)
      const sumOf = (one: 'price' | 'floor') => priced.reduce((sum, line) => sum + line[one] * line.quantity, 0)
      expect(sumOf('price')).toBeLessThan(AMOUNT_MAX_MINOR_UNITS)
      expect(quote.subtotal).toBe(sumOf('price'))
      expect(quote.subtotal).toBeGreaterThanOrEqual(sumOf('floor'))
      expect(quote.total).toBe(quote.subtotal + (service === 'delivery' ? 250 : 0))

      if (quote.problems.length === 0) {
        const frozen = snapshotOrderLines(buildKitchen(menu), lines)
        expect(frozen.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)).toBe(quote.subtotal)
      }
      for (const [at, line] of lines.entries()) {
        const specified = priced[at]?.specified ?? null
        const isRepeated = new Set(line.options.map((one) => JSON.stringify(one))).size < line.options.length
        const item = menu.find(({ itemId }) => itemId === line.itemId)
        const codes = quote.problems.filter((problem) => problem.line === at).map(({ code }) => code)
        expect(codes.includes('choice_repeated')).toBe(isRepeated && item !== undefined)
        if (specified !== null) expect(codes).toEqual([])
        expect(orderLineRequestSchema.safeParse(line).success).toBe(!isRepeated && line.quantity > 0)
        if (specified !== null) seen.wellFormed++
        if (isRepeated) seen.repeated++
      }
    }),
    { numRuns: MENUS, seed: soakSeed },
  )
  // Both well-formed lines and repeated choices must be frequent. Otherwise the test proves little.
  expect(seen.wellFormed).toBeGreaterThan(MENUS / 4)
  expect(seen.repeated).toBeGreaterThan(MENUS / 4)
})
