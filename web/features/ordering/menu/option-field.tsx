import { useId } from 'react'
import { isMarkedSoldOut } from '#contract/line-problems.ts'
import type { ItemOption, ItemOptionChoice } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { formatAllergens } from './dish.tsx'

interface OptionFieldProps {
  option: ItemOption
  chosenIds: readonly string[]
  currency: string
  now: number
  /** The reason why the choices are invalid; empty when they are valid. */
  problem: string
  onChange: (chosenIds: string[]) => void
}

/** The choices of an option: radio buttons when at most one is allowed, otherwise checkboxes. */
export function OptionField({ option, chosenIds, currency, now, problem, onChange }: OptionFieldProps) {
  const id = useId()
  const { name, min, max, choices } = option
  const isSingle = max === 1
  const toggle = (choice: string, checked: boolean) => {
    if (isSingle) onChange(checked ? [choice] : [])
    else onChange(checked ? [...chosenIds, choice] : chosenIds.filter((id) => id !== choice))
  }
  return (
    <fieldset
      className="option"
      aria-describedby={`${id}-hint`}
      aria-invalid={problem ? true : undefined}
      role={isSingle ? 'radiogroup' : 'group'}
    >
      <legend>{name}</legend>
      <p className={problem ? 'field-error' : 'field-hint'} id={`${id}-hint`}>
        {problem || describeLimits(min, max)}
      </p>
      {isSingle && min === 0 && (
        <label className="choice">
          <input type="radio" name={id} checked={chosenIds.length === 0} onChange={() => onChange([])} />
          <span>None</span>
        </label>
      )}
      {choices.map((choice) => (
        <label key={choice.id} className="choice">
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={id}
            checked={chosenIds.includes(choice.id)}
            disabled={isMarkedSoldOut(choice, now) && !chosenIds.includes(choice.id)}
            onChange={({ target }) => toggle(choice.id, target.checked)}
          />
          <span>
            {choice.name} <small className="soft">{describeChoice(choice, now)}</small>
          </span>
          {choice.priceAdjustment !== 0 && <span className="choice-price">{formatAdjustment(choice, currency)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the reason why the choices of an option are invalid; empty when they are valid. */
export function findOptionProblem(
  { min, max, choices }: ItemOption,
  chosenIds: readonly string[],
  now: number,
): string {
  const soldOut = choices.find((choice) => isMarkedSoldOut(choice, now) && chosenIds.includes(choice.id))
  if (soldOut) return `${soldOut.name} is sold out. Choose another.`
  if (chosenIds.length > max) return `At most ${max} of these. Take ${chosenIds.length - max} away.`
  if (chosenIds.length >= min) return ''
  return max === 1 ? 'Choose one of these.' : `Choose ${min - chosenIds.length} more of these.`
}

function describeLimits(min: number, max: number): string {
  if (max === 1) return min === 1 ? 'Choose one' : 'Choose one if you like'
  if (min === 0) return `Choose up to ${max} if you like`
  return min === max ? `Choose ${min}` : `Choose ${min} to ${max}`
}

const describeChoice = (choice: ItemOptionChoice, now: number): string =>
  [isMarkedSoldOut(choice, now) ? 'Sold out' : '', formatAllergens(choice.allergens)].filter(Boolean).join('. ')

const formatAdjustment = ({ priceAdjustment }: ItemOptionChoice, currency: string): string =>
  `${priceAdjustment < 0 ? '−' : '+'}${formatMoney(Math.abs(priceAdjustment), currency)}`
