import { useId, useRef, useState } from 'react'
import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { CheckboxColumns } from '../editing/checkbox-group.tsx'
import {
  defaultTimes,
  type HoursValues,
  toWeekdayFieldName,
  type WeekdayOpeningIntervalValues,
  weekdays,
} from './hours-values.ts'
import { DayOpeningsFields } from './opening-fields.tsx'

interface WeekProps {
  service: Service
  /** The heading: the service, or "Every week" for all services. */
  title: string
  formValues: HoursValues
  problems: Problems
  editable: boolean
  onChange: (weekly: WeekdayOpeningIntervalValues[]) => void
}

export function WeeklyHours({ service, title, formValues: { weekly, same }, problems, editable, onChange }: WeekProps) {
  function copy(openings: readonly WeekdayOpeningIntervalValues[], to: number[]) {
    const unchanged = weekly.filter((opening) => opening.service !== service || !to.includes(opening.weekday))
    onChange([...unchanged, ...to.flatMap((weekday) => openings.map((opening) => ({ ...opening, weekday })))])
  }

  return (
    <section className="stack" aria-labelledby={`week-${service}`}>
      <h2 id={`week-${service}`}>{title}</h2>
      <ul className="hours-days">
        {weekdays.map((name, place) => {
          const weekday = place + 1
          const field = toWeekdayFieldName(service, weekday)
          const isOfDay = (opening: WeekdayOpeningIntervalValues) =>
            opening.service === service && opening.weekday === weekday
          // A second opening of a day gets no default times.
          const times = weekly.some(isOfDay) ? { from: '', to: '' } : defaultTimes
          return (
            <li key={name} className="row hours-day">
              <b>{name}</b>
              <DayOpeningsFields
                name={field}
                label={same ? name : `${title} on ${name}`}
                openings={weekly}
                isOfDay={isOfDay}
                problem={problems[field]}
                newOpening={{ service, weekday, ...times }}
                onChange={onChange}
              />
              {editable && <CopyDay weekday={weekday} onCopy={(to) => copy(weekly.filter(isOfDay), to)} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface CopyDayProps {
  /** The weekday whose openings are copied: 1 is Monday. */
  weekday: number
  /** Copies the openings to other days. @param to the weekdays that get the same openings */
  onCopy: (to: number[]) => void
}

function CopyDay({ weekday, onCopy }: CopyDayProps) {
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
        <CheckboxColumns
          values={otherDays}
          checked={chosenDays}
          format={(day) => weekdays[day - 1]}
          onChange={setChosenDays}
        />
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
