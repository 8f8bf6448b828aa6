import type { CartLine } from '#contract/cart-line.ts'
import { formatMoney } from '#contract/money.ts'
import { lineTotalOf } from '#contract/pricing.ts'

interface CartLineTextProps {
  line: CartLine
  name: string
  currency: string
  problems: readonly string[]
}

/** The name, price, choices, dietary requirements and problems of a line. */
export function CartLineText({ line, name, currency, problems }: CartLineTextProps) {
  const choices = line.options.flatMap(({ optionId, choiceId }) => {
    const option = line.item.options.find((other) => other.optionId === optionId)
    return option?.choices.find(({ id }) => id === choiceId)?.name ?? []
  })
  const details = [...choices, ...line.dietaryRequirements].join(', ')
  return (
    <>
      <span className="cart-name">{name}</span>
      <span className="cart-price">{formatMoney(lineTotalOf(line), currency)}</span>
      {details && <small className="soft cart-details">{details}</small>}
      {problems.map((problem) => (
        <p key={problem} className="state cart-note" data-kind="grave">
          {problem}
        </p>
      ))}
    </>
  )
}
