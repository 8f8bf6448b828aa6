import { allergens } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import type { ChoiceValues } from './item-values.ts'
import { MoveButtons } from './move-buttons.tsx'
import { WordChecks } from './word-checks.tsx'

interface OptionChoiceProps {
  /** The prefix of the fields' ids. */
  id: string
  choice: ChoiceValues
  place: number
  first: boolean
  last: boolean
  currency: string
  problems: Problems
  /** @param next null removes it */
  onChange: (next: ChoiceValues | null) => void
  onMove: (by: 1 | -1) => void
}

/** The fields of a choice: its name, its change of the price, and its allergens. */
export function OptionChoice({ id, choice, place, problems, currency, onChange, ...moving }: OptionChoiceProps) {
  const name = choice.name.trim() || `choice ${place + 1}`
  const field = (key: 'name' | 'adjustment') => ({
    id: `${id}-${key}`,
    name: `${id}-${key}`,
    value: choice[key],
    error: problems[`${id}-${key}`],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...choice, [key]: currentTarget.value }),
  })
  return (
    <li className="card-part">
      <div className="columns">
        <Field label={`Choice ${place + 1}`} {...field('name')} />
        <AmountField
          label="Changes the price by"
          hint="Such as +1.00 or −0.50"
          currency={currency}
          {...field('adjustment')}
        />
      </div>
      <div className="spread dish-choice-foot">
        <details className="fold">
          <summary>
            {choice.allergens.length > 0 ? `Contains ${choice.allergens.join(', ')}` : 'Allergens'}
            <span className="visually-hidden"> of {name}</span>
          </summary>
          <WordChecks
            legend={`Contained in ${name}`}
            words={allergens}
            chosen={choice.allergens}
            onChange={(chosen) => onChange({ ...choice, allergens: chosen })}
          />
        </details>
        <span className="buttons">
          <MoveButtons name={name} id={id} {...moving} />
          <button type="button" className="quiet-button" onClick={() => onChange(null)}>
            Remove<span className="visually-hidden"> {name}</span>
          </button>
        </span>
      </div>
    </li>
  )
}
