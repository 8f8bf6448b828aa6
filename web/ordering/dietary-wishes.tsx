import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { DIETARY_LENGTH_MAX, DIETARY_MAX } from '#contract/limits.ts'
import { Icon } from '../kit/icon.tsx'

const suggestions = ['no nuts', 'no milk', 'no gluten', 'no onions']

interface DietaryWishesProps {
  wishes: string[]
  onChange: (wishes: string[]) => void
}

/** What the kitchen must know of the one who eats it: short texts, which it has to confirm before it cooks. */
export function DietaryWishes({ wishes, onChange }: DietaryWishesProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const full = wishes.length >= DIETARY_MAX

  function keep(text: string) {
    const wish = text.trim()
    if (wish && !full && !wishes.includes(wish)) onChange([...wishes, wish])
  }
  /** What is typed counts, whether it has been added or not. */
  function keepTyped() {
    keep(typed)
    setTyped('')
  }
  function add(text: string) {
    keep(text)
    setTyped('')
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
      <p className="option-hint" id={`${id}-hint`}>
        {full ? `That is all that fits: ${DIETARY_MAX}.` : 'The kitchen confirms that it has read them.'}
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
                  onChange(wishes.filter((one) => one !== wish))
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
          maxLength={DIETARY_LENGTH_MAX}
          value={typed}
          readOnly={full}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={pressed}
          onBlur={keepTyped}
        />
      </div>
      {!full && (
        <div className="wishes-suggestions">
          {suggestions
            .filter((one) => !wishes.includes(one))
            .map((one) => (
              <button key={one} type="button" onClick={() => add(one)}>
                {one}
              </button>
            ))}
        </div>
      )}
    </fieldset>
  )
}
