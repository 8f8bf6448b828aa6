import { useId } from 'react'
import type { CartLine } from '#contract/cart-line.ts'
import { isSoldOut } from '#contract/line-problems.ts'
import type { Choice, Option } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { containsWords } from './dish.tsx'

interface OptionFieldProps {
  option: Option
  /** The ids of the choices taken. */
  taken: readonly string[]
  /** ISO 4217. */
  currency: string
  now: number
  /** What is wrong with what is taken, in words. */
  problem: string
  onChange: (taken: string[]) => void
}

/** The choices of one option: one of them, or several; how many is said in words. */
export function OptionField({ option, taken, currency, now, problem, onChange }: OptionFieldProps) {
  const id = useId()
  const { name, min, max, choices } = option
  const single = max === 1
  const toggle = (choice: string, checked: boolean) => {
    if (single) onChange(checked ? [choice] : [])
    else onChange(checked ? [...taken, choice] : taken.filter((one) => one !== choice))
  }
  return (
    <fieldset
      className="option"
      aria-describedby={`${id}-hint`}
      aria-invalid={problem ? true : undefined}
      role={single ? 'radiogroup' : 'group'}
    >
      <legend>{name}</legend>
      <p className={problem ? 'field-error' : 'field-hint'} id={`${id}-hint`}>
        {problem || howMany(min, max)}
      </p>
      {single && min === 0 && (
        <label className="choice">
          <input type="radio" name={id} checked={taken.length === 0} onChange={() => onChange([])} />
          <span>None</span>
        </label>
      )}
      {choices.map((choice) => (
        <label key={choice.id} className="choice">
          <input
            type={single ? 'radio' : 'checkbox'}
            name={id}
            checked={taken.includes(choice.id)}
            disabled={isSoldOut(choice, now) && !taken.includes(choice.id)}
            onChange={({ target }) => toggle(choice.id, target.checked)}
          />
          <span>
            {choice.name} <small>{aboutChoice(choice, now)}</small>
          </span>
          {choice.priceAdjustment !== 0 && <span className="choice-price">{adjustment(choice, currency)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** What is wrong with the choices taken of an option, in words; empty when nothing is. */
export function problemOfOption(option: Option, taken: CartLine['options'], now: number): string {
  const own = taken.filter(({ optionId }) => optionId === option.optionId)
  const gone = option.choices.find((one) => isSoldOut(one, now) && own.some(({ choiceId }) => choiceId === one.id))
  if (gone) return `${gone.name} is sold out. Choose another.`
  if (own.length > option.max) return `At most ${option.max} of these. Take ${own.length - option.max} away.`
  if (own.length >= option.min) return ''
  return option.max === 1 ? 'Choose one of these.' : `Choose ${option.min - own.length} more of these.`
}

function howMany(min: number, max: number): string {
  if (max === 1) return min === 1 ? 'Choose one' : 'Choose one if you like'
  if (min === 0) return `Choose up to ${max} if you like`
  return min === max ? `Choose ${min}` : `Choose ${min} to ${max}`
}

const aboutChoice = (choice: Choice, now: number): string =>
  [isSoldOut(choice, now) ? 'Sold out' : '', containsWords(choice.allergens)].filter(Boolean).join('. ')

const adjustment = ({ priceAdjustment }: Choice, currency: string): string =>
  `${priceAdjustment < 0 ? '−' : '+'}${formatMoney(Math.abs(priceAdjustment), currency)}`
