import { useState } from 'react'
import { allergens } from '#contract/menu-enums.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { CheckboxGroup } from '../editing/checkbox-group.tsx'
import { useFocusAfterRender } from '../editing/use-focus-after-render.ts'
import {
  createNewChoiceValues,
  createNewOptionValues,
  type ItemOptionChoiceValues,
  type ItemOptionValues,
} from './item-values.ts'
import { MoveButtons } from './move-buttons.tsx'

interface ItemOptionsProps {
  options: ItemOptionValues[]
  currency: string
  onChange: (options: ItemOptionValues[]) => void
  /** Called when rows are moved or removed, because the problems refer to rows by index. */
  clearProblems: () => void
}

export function ItemOptions({ options, currency, onChange, clearProblems }: ItemOptionsProps) {
  const focusNext = useFocusAfterRender()
  const [announcement, setAnnouncement] = useState('')

  /**
   * Moves an option or a choice by one place, and announces its new position.
   * @param id the prefix of the ids of the row's buttons; one of these buttons takes the focus
   */
  function move<T extends { name: string }>(
    list: readonly T[],
    at: number,
    by: 1 | -1,
    id: string,
    unnamed: string,
  ): T[] {
    clearProblems()
    focusNext(`${id}-${at + by}-${by < 0 ? 'up' : 'down'}`)
    setAnnouncement(`${list[at]?.name || unnamed} is number ${at + by + 1} of ${list.length} now.`)
    return list.toSpliced(at, 1).toSpliced(at + by, 0, ...list.slice(at, at + 1))
  }

  return (
    <section className="stack" aria-labelledby="options">
      <h3 id="options">Options</h3>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {options.map((option, place) => {
        const { choices } = option
        const id = `option-${place}`
        const name = option.name.trim() || `Option ${place + 1}`
        const change = (by: Partial<ItemOptionValues>) => onChange(options.with(place, { ...option, ...by }))
        const field = bindFields(option, change, `${id}-`)
        return (
          <fieldset key={place} className="inset">
            <legend>{name}</legend>
            <Field label="What is chosen" hint="Such as Size" {...field('name')} />
            <div className="columns">
              <Field
                label="At least"
                inputMode="numeric"
                hint="0: may be left out"
                data-corrects={`${id}-max`}
                {...field('min')}
              />
              <Field label="At most" inputMode="numeric" {...field('max')} />
            </div>
            <ul className="stack">
              {choices.map((choice, at) => (
                <OptionChoice
                  key={at}
                  id={`choice-${place}-${at}`}
                  choice={choice}
                  place={at}
                  first={at === 0}
                  last={at === choices.length - 1}
                  currency={currency}
                  onChange={(next) => change({ choices: choices.with(at, next) })}
                  onRemove={() => {
                    clearProblems()
                    change({ choices: choices.toSpliced(at, 1) })
                    focusNext(`${id}-add`)
                  }}
                  onMove={(by) => change({ choices: move(choices, at, by, `choice-${place}`, 'The choice') })}
                />
              ))}
            </ul>
            <div className="buttons">
              <QuietButton
                about={`to ${name}`}
                id={`${id}-add`}
                onClick={() => {
                  change({ choices: [...choices, createNewChoiceValues()] })
                  focusNext(`choice-${place}-${choices.length}-name`)
                }}
              >
                Add a choice
              </QuietButton>
              <MoveButtons
                name={name}
                id={id}
                first={place === 0}
                last={place === options.length - 1}
                onMove={(by) => onChange(move(options, place, by, 'option', 'The option'))}
              />
              <QuietButton
                onClick={() => {
                  clearProblems()
                  onChange(options.toSpliced(place, 1))
                  focusNext('add-option')
                }}
              >
                Remove {name}
              </QuietButton>
            </div>
          </fieldset>
        )
      })}
      <div className="buttons">
        <QuietButton
          id="add-option"
          onClick={() => {
            onChange([...options, createNewOptionValues()])
            focusNext(`option-${options.length}-name`)
          }}
        >
          Add an option
        </QuietButton>
      </div>
    </section>
  )
}

interface OptionChoiceProps {
  /** The prefix of the fields' ids. */
  id: string
  choice: ItemOptionChoiceValues
  place: number
  first: boolean
  last: boolean
  currency: string
  onChange: (choice: ItemOptionChoiceValues) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

function OptionChoice({ id, choice, place, currency, onChange, onRemove, ...moving }: OptionChoiceProps) {
  const name = choice.name.trim() || `choice ${place + 1}`
  const change = (by: Partial<ItemOptionChoiceValues>) => onChange({ ...choice, ...by })
  const field = bindFields(choice, change, `${id}-`)
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
          <CheckboxGroup
            legend={`Contained in ${name}`}
            values={allergens}
            checked={choice.allergens}
            onChange={(checked) => change({ allergens: checked })}
          />
        </details>
        <span className="buttons">
          <MoveButtons name={name} id={id} {...moving} />
          <QuietButton about={name} onClick={onRemove}>
            Remove
          </QuietButton>
        </span>
      </div>
    </li>
  )
}
