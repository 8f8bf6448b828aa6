import { type KeyboardEvent, useId, useRef } from 'react'
import { DIETARY_REQUIREMENT_LENGTH_MAX, DIETARY_REQUIREMENTS_MAX } from '#contract/ordering-limits.ts'
import { Icon } from '../../../ui/icon.tsx'

const suggestions = ['no nuts', 'no milk', 'no gluten', 'no onions']

interface DietaryWishesProps {
  wishes: string[]
  /** What is being typed, which counts as well. */
  typed: string
  onChange: (wishes: string[], typed: string) => void
}

/** Wishes with what is typed, as far as there is room for it and it is not there yet. */
export function withTyped(wishes: string[], typed: string): string[] {
  const wish = typed.trim()
  return wish === '' || wishes.includes(wish) || wishes.length >= DIETARY_REQUIREMENTS_MAX ? wishes : [...wishes, wish]
}

/** What the kitchen must know of the one who eats it: short texts, which it has to confirm before it cooks. */
export function DietaryWishes({ wishes, typed, onChange }: DietaryWishesProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const full = wishes.length >= DIETARY_REQUIREMENTS_MAX

  function add(text: string, left = '') {
    onChange(withTyped(wishes, text), left)
    input.current?.focus()
  }
  function pressed(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add(typed)
  }

  return (
    <fieldset className="option wishes">
      <legend>Dietary requirements</legend>
      <p className="field-hint" id={`${id}-hint`}>
        {full ? `That is all that fits: ${DIETARY_REQUIREMENTS_MAX}.` : 'The kitchen confirms that it has read them.'}
      </p>
      {wishes.length > 0 && (
        <ul className="wishes-list">
          {wishes.map((wish) => (
            <li key={wish}>
              {wish}
              <button
                type="button"
                className="round-button"
                aria-label={`Remove ${wish}`}
                onClick={() => {
                  onChange(
                    wishes.filter((one) => one !== wish),
                    typed,
                  )
                  input.current?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="wishes-new">
        <input
          ref={input}
          type="text"
          aria-label="Add a requirement"
          aria-describedby={`${id}-hint`}
          placeholder="such as no nuts"
          maxLength={DIETARY_REQUIREMENT_LENGTH_MAX}
          value={typed}
          readOnly={full}
          onChange={(event) => onChange(wishes, event.target.value)}
          onKeyDown={pressed}
        />
      </div>
      {!full && (
        <div className="buttons wishes-suggestions">
          {suggestions
            .filter((one) => !wishes.includes(one))
            .map((one) => (
              <button key={one} type="button" className="quiet-button" onClick={() => add(one, typed)}>
                {one}
              </button>
            ))}
        </div>
      )}
    </fieldset>
  )
}
