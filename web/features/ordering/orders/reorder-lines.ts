import { keepStoredPricesUntilSeen, updateCartFromMenu } from '#contract/cart-changes.ts'
import { type CartLine, removeRepeatedChoices } from '#contract/cart-line.ts'
import type { Kitchen } from '#contract/menu.ts'
import { toCurrentMinorUnits } from '#contract/money.ts'
import type { OrderLine, OrderSummary } from '#contract/ordering.ts'

/**
 * Returns the lines of an order that the current menu still offers. For each other line, returns the reason why it
 * cannot be ordered: "Lemonade: Sold out".
 */
export function findLinesToReorder(
  order: Pick<OrderSummary, 'lines' | 'currency' | 'currencyDigits'>,
  { categories, terms }: Kitchen,
  now: number,
): { lines: CartLine[]; unavailable: string[] } {
  const earlierLines = order.lines.map((line) => toCartLine(line, (amount) => toCurrentMinorUnits(amount, order)))
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

/**
 * Converts a line of an order to a line of a cart. The options of its item contain only the chosen choices.
 * @param convert converts an amount of the order to the present minor units of its currency
 */
const toCartLine = (
  { itemId, name, quantity, unitPrice, choices, dietaryRequirements }: OrderLine,
  convert: (amount: number) => number,
): CartLine => ({
  itemId,
  quantity,
  dietaryRequirements,
  // Orders of earlier versions can repeat a choice.
  options: removeRepeatedChoices(choices.map(({ optionId, choiceId }) => ({ optionId, choiceId }))),
  item: {
    name,
    price: convert(unitPrice - choices.reduce((sum, { priceAdjustment }) => sum + priceAdjustment, 0)),
    options: [...Map.groupBy(choices, ({ optionId }) => optionId)].map(([optionId, chosen]) => ({
      optionId,
      name: chosen[0]?.option ?? '',
      min: 0,
      max: chosen.length,
      choices: chosen.map(({ choiceId, choice, priceAdjustment }) => ({
        id: choiceId,
        name: choice,
        priceAdjustment: convert(priceAdjustment),
      })),
    })),
  },
})
