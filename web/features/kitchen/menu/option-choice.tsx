import { allergens } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { bindFields } from '../editing/bind-fields.ts'
import { CheckList } from '../editing/check-list.tsx'
import type { ChoiceValues } from './item-values.ts'
import { MoveButtons } from './move-buttons.tsx'

interface OptionChoiceProps {
  /** The prefix of the fields' ids. */
  id: string
  choice: ChoiceValues
  place: number
  first: boolean
  last: boolean
  currency: string
  problems: Problems
  onChange: (choice: ChoiceValues) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

export function OptionChoice({
  id,
  choice,
  place,
  problems,
  currency,
  onChange,
  onRemove,
  ...moving
}: OptionChoiceProps) {
  const name = choice.name.trim() || `choice ${place + 1}`
  const change = (by: Partial<ChoiceValues>) => onChange({ ...choice, ...by })
  const field = bindFields({ values: choice, problems, onChange: change, id: `${id}-`, name: `${id}-` })
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
          <CheckList
            legend={`Contained in ${name}`}
            values={allergens}
            checked={choice.allergens}
            onChange={(checked) => change({ allergens: checked })}
          />
        </details>
        <span className="buttons">
          <MoveButtons name={name} id={id} {...moving} />
          <QuietButton onClick={onRemove}>
            Remove<span className="visually-hidden"> {name}</span>
          </QuietButton>
        </span>
      </div>
    </li>
  )
}
