import { keepStoredPricesUntilSeen, updateCartFromMenu } from '#contract/cart-changes.ts'
import { type CartLine, removeRepeatedChoices } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import type { OrderLine } from '#contract/ordering.ts'

/**
 * Returns the lines of an order that the current menu still offers. For each other line, returns the reason why it
 * cannot be ordered: "Lemonade: Sold out".
 */
export function findLinesToReorder(
  orderLines: readonly OrderLine[],
  { categories, terms }: Kitchen,
  now: number,
): { lines: CartLine[]; unavailable: string[] } {
  const earlierLines = orderLines.map(toCartLine)
  const refreshed = updateCartFromMenu(earlierLines, categories, now, terms.currency)
  const { lines, changes } = refreshed
  const reasons = changes.filter(({ isMissing }) => isMissing)
  return {
    // The old prices are kept, so that the cart shows the dishes whose price has changed since the order.
    lines: keepStoredPricesUntilSeen(earlierLines, refreshed).filter(
      (_, at) => !reasons.some(({ line }) => line === at),
    ),
    unavailable: reasons.map(({ line, message }) => `${lines[line]?.item.name}: ${message}`),
  }
}

/** Converts a line of an order to a line of a cart. The options of its item contain only the chosen choices. */
const toCartLine = ({ itemId, name, quantity, unitPrice, choices, dietaryRequirements }: OrderLine): CartLine => ({
  itemId,
  quantity,
  dietaryRequirements,
  // Orders of earlier versions can repeat a choice.
  options: removeRepeatedChoices(choices.map(({ optionId, choiceId }) => ({ optionId, choiceId }))),
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
