import { useRef } from 'react'
import type { Service } from '#contract/menu-enums.ts'
import { createDayFormatter } from '../../../kit/day-formatter.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import {
  defaultTimes,
  type HoursValues,
  isFullDate,
  type SpecialDayValues,
  serviceLabels,
  toSpecialDayFieldName,
} from './hours-values.ts'
import { DayOpeningsFields } from './opening-fields.tsx'

interface SpecialDaysProps {
  formValues: HoursValues
  /** The services whose hours can be edited separately. */
  services: readonly Service[]
  /** The dates of the days that are saved. */
  savedDates: ReadonlySet<string>
  /** Today's date in the kitchen's time zone, such as 2026-11-21. */
  today: string
  onChange: (special: SpecialDayValues[]) => void
  /** Called when a day is removed, because the problems refer to days by index. */
  clearProblems: () => void
}

/**
 * The days with opening hours that differ from those of their weekday, such as holidays. Saved days in the past are in
 * a collapsed list. An unsaved day is never in this list, because the first typed digits of a year form a date in the
 * past.
 */
export function SpecialDays(props: SpecialDaysProps) {
  const { savedDates, services, today, onChange, clearProblems } = props
  const { special, same } = props.formValues
  const add = useRef<HTMLButtonElement>(null)

  const days = special.map((day, place) => {
    const change = (by: Partial<SpecialDayValues>) => onChange(special.with(place, { ...day, ...by }))
    const name = isFullDate(day.date) ? formatDate(day.date) : `day ${place + 1}`
    const row = (
      <li key={place} className="row hours-day hours-special">
        <Field
          name={toSpecialDayFieldName(place)}
          type="date"
          label="Date"
          max="9999-12-31"
          value={day.date}
          onChange={({ currentTarget }) => change({ date: currentTarget.value })}
        />
        <div className="stack" data-gap="small">
          {services.map((service) => (
            <div key={service}>
              {!same && <p className="soft">{serviceLabels[service]}</p>}
              <DayOpeningsFields
                name={toSpecialDayFieldName(place)}
                label={same ? name : `${serviceLabels[service]} on ${name}`}
                openings={day.openings}
                isOfDay={(opening) => opening.service === service}
                newOpening={{ service, ...defaultTimes }}
                onChange={(openings) => change({ openings })}
              />
            </div>
          ))}
        </div>
        <QuietButton
          about={isFullDate(day.date) ? name : ''}
          onClick={() => {
            add.current?.focus()
            clearProblems()
            onChange(special.toSpliced(place, 1))
          }}
        >
          Remove the day
        </QuietButton>
      </li>
    )
    return { row, isPast: savedDates.has(day.date) && day.date < today }
  })
  const pastRows = days.filter(({ isPast }) => isPast).map(({ row }) => row)

  return (
    <section className="stack" aria-labelledby="special">
      <h2 id="special">Special days</h2>
      <p className="soft">Holidays and parties: closed, or with hours of their own instead of the week's.</p>
      <ul className="hours-days">{days.filter(({ isPast }) => !isPast).map(({ row }) => row)}</ul>
      {pastRows.length > 0 && (
        <details className="fold">
          <summary>{pastRows.length === 1 ? '1 day that is past' : `${pastRows.length} days that are past`}</summary>
          <ul className="hours-days">{pastRows}</ul>
        </details>
      )}
      <div className="buttons">
        <QuietButton ref={add} onClick={() => onChange([...special, { date: '', openings: [] }])}>
          Add a special day
        </QuietButton>
      </div>
    </section>
  )
}

const formatDate = createDayFormatter({ day: 'numeric', month: 'long', year: 'numeric' })
