import { useState } from 'react'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useFocusNext } from '../editing/use-focus-next.ts'
import { type ChoiceValues, newChoice, newOption, type OptionValues } from './item-values.ts'
import { MoveButtons } from './move-buttons.tsx'
import { OptionChoice } from './option-choice.tsx'

interface ItemOptionsProps {
  options: OptionValues[]
  currency: string
  problems: Problems
  onChange: (options: OptionValues[]) => void
}

/** The options of a dish, each with its choices. */
export function ItemOptions({ options, currency, problems, onChange }: ItemOptionsProps) {
  const focusNext = useFocusNext()
  const [announcement, setAnnouncement] = useState('')
  const replace = (place: number, next: OptionValues | null) =>
    onChange(options.flatMap((option, at) => (at === place ? (next ?? []) : option)))

  function moveOption(place: number, by: 1 | -1) {
    onChange(moved(options, place, by))
    focusNext(`option-${place + by}-${by < 0 ? 'up' : 'down'}`)
    setAnnouncement(`${options[place]?.name || 'The option'} is number ${place + by + 1} of ${options.length} now.`)
  }

  function changeChoice(place: number, at: number, next: ChoiceValues | null) {
    const option = options[place]
    if (!option) return
    replace(place, {
      ...option,
      choices: option.choices.flatMap((choice, other) => (other === at ? (next ?? []) : choice)),
    })
    if (!next) focusNext(`option-${place}-add`)
  }

  function moveChoice(place: number, at: number, by: 1 | -1) {
    const option = options[place]
    if (!option) return
    replace(place, { ...option, choices: moved(option.choices, at, by) })
    focusNext(`choice-${place}-${at + by}-${by < 0 ? 'up' : 'down'}`)
    setAnnouncement(
      `${option.choices[at]?.name || 'The choice'} is number ${at + by + 1} of ${option.choices.length} now.`,
    )
  }

  function addChoice(place: number, option: OptionValues) {
    replace(place, { ...option, choices: [...option.choices, newChoice()] })
    focusNext(`choice-${place}-${option.choices.length}-name`)
  }

  return (
    <section className="stack" aria-labelledby="options">
      <h3 id="options">Options</h3>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {options.map((option, place) => {
        const name = option.name.trim() || `Option ${place + 1}`
        const field = (key: 'name' | 'min' | 'max') => ({
          id: `option-${place}-${key}`,
          name: `option-${place}-${key}`,
          'data-corrects': key === 'min' ? `option-${place}-max` : undefined,
          value: option[key],
          error: problems[`option-${place}-${key}`],
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            replace(place, { ...option, [key]: currentTarget.value }),
        })
        return (
          <fieldset key={place} className="inset">
            <legend>{name}</legend>
            <Field label="What is chosen" hint="Such as Size" {...field('name')} />
            <div className="columns">
              <Field label="At least" inputMode="numeric" hint="0: may be left out" {...field('min')} />
              <Field label="At most" inputMode="numeric" {...field('max')} />
            </div>
            <ul className="stack">
              {option.choices.map((choice, at) => (
                <OptionChoice
                  key={at}
                  id={`choice-${place}-${at}`}
                  choice={choice}
                  place={at}
                  first={at === 0}
                  last={at === option.choices.length - 1}
                  currency={currency}
                  problems={problems}
                  onChange={(next) => changeChoice(place, at, next)}
                  onMove={(by) => moveChoice(place, at, by)}
                />
              ))}
            </ul>
            <div className="buttons">
              <button
                id={`option-${place}-add`}
                type="button"
                className="quiet-button"
                onClick={() => addChoice(place, option)}
              >
                Add a choice<span className="visually-hidden"> to {name}</span>
              </button>
              <MoveButtons
                name={name}
                id={`option-${place}`}
                first={place === 0}
                last={place === options.length - 1}
                onMove={(by) => moveOption(place, by)}
              />
              <button
                type="button"
                className="quiet-button"
                onClick={() => {
                  replace(place, null)
                  focusNext('add-option')
                }}
              >
                Remove {name}
              </button>
            </div>
          </fieldset>
        )
      })}
      <div className="buttons">
        <button
          id="add-option"
          type="button"
          className="quiet-button"
          onClick={() => {
            onChange([...options, newOption()])
            focusNext(`option-${options.length}-name`)
          }}
        >
          Add an option
        </button>
      </div>
    </section>
  )
}

function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const [moved] = list.slice(at, at + 1)
  return moved === undefined ? [...list] : list.toSpliced(at, 1).toSpliced(at + by, 0, moved)
}
