import { useId, useRef, useState } from 'react'
import { weekdays } from './hours-values.ts'

interface CopyDayProps {
  /** The copied weekday: 1 is Monday. */
  weekday: number
  /** @param to the weekdays that get the same openings */
  onCopy: (to: number[]) => void
}

/** Copies the openings of a weekday to others. */
export function CopyDay({ weekday, onCopy }: CopyDayProps) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const box = useRef<HTMLDetailsElement>(null)
  const label = useId()
  const name = weekdays[weekday - 1]

  function copy() {
    onCopy([...chosen])
    choose(new Set())
    if (!box.current) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }

  return (
    <details ref={box} className="fold hours-copy">
      <summary aria-label={`Copy ${name} to other days`}>Copy to …</summary>
      <fieldset className="inset" aria-labelledby={label}>
        <p id={label}>Same as {name}:</p>
        <div className="columns editing-checks">
          {weekdays.map((other, place) =>
            place + 1 === weekday ? null : (
              <label key={other} className="check-line">
                <input
                  type="checkbox"
                  checked={chosen.has(place + 1)}
                  onChange={({ currentTarget: { checked } }) =>
                    choose(new Set([...chosen, place + 1].filter((day) => checked || day !== place + 1)))
                  }
                />
                {other}
              </label>
            ),
          )}
        </div>
        <div className="buttons">
          <button
            type="button"
            className="quiet-button"
            aria-disabled={chosen.size === 0}
            onClick={() => chosen.size > 0 && copy()}
          >
            Copy
          </button>
          <button
            type="button"
            className="quiet-button"
            onClick={() => choose(new Set(weekdays.map((_, place) => place + 1).filter((day) => day !== weekday)))}
          >
            Choose all
          </button>
        </div>
      </fieldset>
    </details>
  )
}
