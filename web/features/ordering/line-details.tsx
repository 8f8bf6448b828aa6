import type { CartLine } from '#contract/cart-line.ts'

/** The choices and dietary requirements of a line. */
export function LineDetails({ line: { options, dietaryRequirements, item } }: { line: CartLine }) {
  const choices = options.flatMap(
    ({ optionId, choiceId }) =>
      item.options.find((option) => option.optionId === optionId)?.choices.find(({ id }) => id === choiceId)?.name ??
      [],
  )
  const text = [...choices, ...dietaryRequirements].join(', ')
  return text ? <small className="soft cart-details">{text}</small> : null
}
