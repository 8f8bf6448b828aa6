import { removeRepeatedChoices, toCartMenuItem } from '#contract/cart-line.ts'
import type { Kitchen, OrderLineRequest } from '#contract/menu.ts'
import { calculateUnitPrice } from '#contract/pricing.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import type { StoredLine } from './order-rows.ts'

/**
 * Adds the present names and prices to the lines of an order, so that later changes of the menu do not affect the
 * order.
 */
export function snapshotOrderLines(
  { categories }: Pick<Kitchen, 'categories'>,
  lines: readonly OrderLineRequest[],
): StoredLine[] {
  const items = new Map(categories.flatMap(({ items }) => items).map((item) => [item.itemId, item]))
  return lines.map(({ itemId, quantity, options, dietaryRequirements }) => {
    const item = items.get(itemId)
    if (!item) throw new Error(`The menu has no item ${itemId}, though the quote had no problem.`)
    const chosen = removeRepeatedChoices(options).map(({ optionId, choiceId }) => {
      const option = item.options.find((candidate) => candidate.optionId === optionId)
      const choice = option?.choices.find(({ id }) => id === choiceId)
      if (!option || !choice)
        throw new Error(`Item ${itemId} has no choice ${choiceId}, though the quote had no problem.`)
      return { option, choice }
    })
    return {
      itemId,
      name: item.name,
      quantity,
      unitPrice: calculateUnitPrice({ item: toCartMenuItem(item), options }),
      choices: chosen.map(({ option, choice }) => ({
        optionId: option.optionId,
        option: option.name,
        choiceId: choice.id,
        choice: choice.name,
        priceAdjustment: choice.priceAdjustment,
      })),
      dietaryRequirements: [...new Set(dietaryRequirements.map(cleanLine))].filter(Boolean),
      allergens: [...new Set([...item.allergens, ...chosen.flatMap(({ choice }) => choice.allergens)])],
      counted: item.portionsLeft !== null,
    }
  })
}
