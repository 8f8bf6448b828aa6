import { withMenu } from '#contract/cart-changes.ts'
import type { CartLine } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { OrderLine } from '#contract/ordering.ts'

/** What of an order can be had again, by the menu of now, and why the rest cannot: "Lemonade: Sold out". */
export function againLines(
  ordered: readonly OrderLine[],
  { categories, terms }: Kitchen,
  now: number,
): { lines: CartLine[]; left: string[] } {
  const { lines, changes } = withMenu(ordered.map(cartLineOf), categories, now, terms.currency)
  // Another price is said in the cart.
  const reasons = changes.filter(({ isMissing }) => isMissing)
  return {
    lines: lines.filter((_, at) => !reasons.some(({ line }) => line === at)),
    left: reasons.map(({ line, message }) => `${lines[line]?.item.name}: ${message}`),
  }
}

/** A frozen line as the cart would have kept it. */
const cartLineOf = ({ itemId, name, quantity, unitPrice, choices, dietaryRequirements }: OrderLine): CartLine => ({
  itemId,
  quantity,
  dietaryRequirements,
  options: choices.map(({ optionId, choiceId }) => ({ optionId, choiceId })),
  item: {
    name,
    price: unitPrice - choices.reduce((sum, { priceAdjustment }) => sum + priceAdjustment, 0),
    options: choices.map(({ optionId, option, choiceId, choice, priceAdjustment }) => ({
      optionId,
      name: option,
      choices: [{ id: choiceId, name: choice, priceAdjustment }],
    })),
  },
})
