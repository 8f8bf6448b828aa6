import { useId, useRef, useState } from 'react'
import { CheckLine } from '../../../ui/form/check-line.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { weekdays } from './hours-values.ts'

interface CopyDayProps {
  /** The copied weekday: 1 is Monday. */
  weekday: number
  /** @param to the weekdays that get the same openings */
  onCopy: (to: number[]) => void
}

export function CopyDay({ weekday, onCopy }: CopyDayProps) {
  const [chosenDays, setChosenDays] = useState<readonly number[]>([])
  const box = useRef<HTMLDetailsElement>(null)
  const label = useId()
  const name = weekdays[weekday - 1]
  const otherDays = weekdays.map((_, place) => place + 1).filter((day) => day !== weekday)

  function copy() {
    onCopy([...chosenDays])
    setChosenDays([])
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
          {otherDays.map((day) => (
            <CheckLine
              key={day}
              checked={chosenDays.includes(day)}
              onChange={(isChosen) =>
                setChosenDays(otherDays.filter((other) => (other === day ? isChosen : chosenDays.includes(other))))
              }
            >
              {weekdays[day - 1]}
            </CheckLine>
          ))}
        </div>
        <div className="buttons">
          <QuietButton busy={chosenDays.length === 0} onClick={() => chosenDays.length > 0 && copy()}>
            Copy
          </QuietButton>
          <QuietButton onClick={() => setChosenDays(otherDays)}>Choose all</QuietButton>
        </div>
      </fieldset>
    </details>
  )
}
