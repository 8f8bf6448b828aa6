import { keepUnseenPrices, refreshCartLines } from '#contract/cart-changes.ts'
import { type CartLine, distinctChoices } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { OrderLine } from '#contract/ordering.ts'

/** What of an order can be had again, by the menu of now, and why the rest cannot: "Lemonade: Sold out". */
export function againLines(
  ordered: readonly OrderLine[],
  { categories, terms }: Kitchen,
  now: number,
): { lines: CartLine[]; left: string[] } {
  const earlier = ordered.map(cartLineOf)
  const found = refreshCartLines(earlier, categories, now, terms.currency)
  const { lines, changes } = found
  const reasons = changes.filter(({ isMissing }) => isMissing)
  return {
    // The cart says what costs another price than it did in the order.
    lines: keepUnseenPrices(earlier, found).filter((_, at) => !reasons.some(({ line }) => line === at)),
    left: reasons.map(({ line, message }) => `${lines[line]?.item.name}: ${message}`),
  }
}

/** Returns a line of an order as a cart keeps it. The options of its item have the chosen choices alone. */
const cartLineOf = ({ itemId, name, quantity, unitPrice, choices, dietaryRequirements }: OrderLine): CartLine => ({
  itemId,
  quantity,
  dietaryRequirements,
  // Orders from before choices had to be different can repeat one.
  options: distinctChoices(choices.map(({ optionId, choiceId }) => ({ optionId, choiceId }))),
  item: {
    name,
    price: unitPrice - choices.reduce((sum, { priceAdjustment }) => sum + priceAdjustment, 0),
    options: [...Map.groupBy(choices, ({ optionId }) => optionId)].map(([optionId, chosen]) => ({
      optionId,
      name: chosen[0]?.option ?? '',
      min: 0,
      max: chosen.length,
      choices: chosen.map(({ choiceId, choice, priceAdjustment }) => ({ id: choiceId, name: choice, priceAdjustment })),
    })),
  },
})
