import { distinctChoices, toCartItem } from '#contract/cart-line.ts'
import type { Kitchen, OrderLineRequest } from '#contract/menu.ts'
import { unitPriceOf } from '#contract/pricing.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import type { KeptLine } from './order-rows.ts'

/** Lines with the names and prices of this moment: of an order whose quote had no problem. */
export function frozenLines(
  { categories }: Pick<Kitchen, 'categories'>,
  wanted: readonly OrderLineRequest[],
): KeptLine[] {
  const items = new Map(categories.flatMap(({ items }) => items).map((item) => [item.itemId, item]))
  return wanted.map(({ itemId, quantity, options, dietaryRequirements }) => {
    const item = items.get(itemId)
    if (!item) throw new Error(`The menu has no item ${itemId}, though the quote had no problem.`)
    const taken = distinctChoices(options).map(({ optionId, choiceId }) => {
      const option = item.options.find((one) => one.optionId === optionId)
      const choice = option?.choices.find(({ id }) => id === choiceId)
      if (!option || !choice)
        throw new Error(`Item ${itemId} has no choice ${choiceId}, though the quote had no problem.`)
      return { option, choice }
    })
    return {
      itemId,
      name: item.name,
      quantity,
      unitPrice: unitPriceOf({ item: toCartItem(item), options }),
      choices: taken.map(({ option, choice }) => ({
        optionId: option.optionId,
        option: option.name,
        choiceId: choice.id,
        choice: choice.name,
        priceAdjustment: choice.priceAdjustment,
      })),
      dietaryRequirements: [...new Set(dietaryRequirements.map(cleanLine))].filter(Boolean),
      allergens: [...new Set([...item.allergens, ...taken.flatMap(({ choice }) => choice.allergens)])],
      counted: item.portionsLeft !== null,
    }
  })
}
