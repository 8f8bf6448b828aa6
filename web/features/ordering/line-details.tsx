import type { CartLine } from '#contract/cart-line.ts'

/** What has been chosen of a line's item, and what the kitchen must know. */
export function LineDetails({ line: { options, dietaryRequirements, item } }: { line: CartLine }) {
  const choices = options.flatMap(
    ({ optionId, choiceId }) =>
      item.options.find((option) => option.optionId === optionId)?.choices.find(({ id }) => id === choiceId)?.name ??
      [],
  )
  const words = [...choices, ...dietaryRequirements].join(', ')
  return words ? <small className="soft cart-details">{words}</small> : null
}
