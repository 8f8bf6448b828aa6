import { useRef } from 'react'
import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { type HoursValues, type SpecialValues, specialField } from './hours-values.ts'
import { Openings } from './openings.tsx'
import { serviceNames } from './service-names.ts'

interface SpecialDaysProps {
  formValues: HoursValues
  /** The services whose hours are edited. */
  services: readonly Service[]
  /** Today's date in the kitchen's time zone. */
  today: string
  problems: Problems
  onChange: (special: SpecialValues[]) => void
}

/** The days with hours of their own, such as holidays. Past days are folded away. */
export function SpecialDays({ formValues: { special, same }, services, today, problems, onChange }: SpecialDaysProps) {
  const add = useRef<HTMLButtonElement>(null)
  const change = (place: number, next: SpecialValues | null) =>
    onChange(special.flatMap((day, at) => (at === place ? (next ?? []) : day)))

  const dayOf = (day: SpecialValues, place: number) => (
    <li key={place} className="row hours-day hours-special">
      <Field
        id={`special-${place}`}
        name={specialField(place)}
        type="date"
        label="Date"
        value={day.date}
        error={problems[specialField(place)]}
        onChange={({ currentTarget }) => change(place, { ...day, date: currentTarget.value })}
      />
      <div className="stack" data-gap="small">
        {services.map((service) => {
          const name = day.date === '' ? `day ${place + 1}` : formatDate(day.date)
          return (
            <div key={service}>
              {!same && <p className="soft">{serviceNames[service]}</p>}
              <Openings
                name={specialField(place)}
                label={same ? name : `${serviceNames[service]} on ${name}`}
                openings={day.openings.filter((opening) => opening.service === service)}
                problem={undefined}
                onChange={(opening, next) =>
                  change(place, {
                    ...day,
                    openings: day.openings.flatMap((other) => (other === opening ? (next ?? []) : other)),
                  })
                }
                onAdd={() =>
                  change(place, { ...day, openings: [...day.openings, { service, from: '12:00', to: '22:00' }] })
                }
              />
            </div>
          )
        })}
      </div>
      <button
        type="button"
        className="quiet-button"
        onClick={() => {
          add.current?.focus()
          change(place, null)
        }}
      >
        Remove the day<span className="visually-hidden"> {day.date && formatDate(day.date)}</span>
      </button>
    </li>
  )
  const days = special.map((day, place) => ({ past: day.date !== '' && day.date < today, row: dayOf(day, place) }))
  const past = days.filter((day) => day.past)

  return (
    <section className="stack" aria-labelledby="special">
      <h2 id="special">Special days</h2>
      <p className="soft">Holidays and parties: closed, or with hours of their own instead of the week's.</p>
      <ul className="hours-days">{days.filter((day) => !day.past).map((day) => day.row)}</ul>
      {past.length > 0 && (
        <details className="fold">
          <summary>{past.length === 1 ? '1 day that is past' : `${past.length} days that are past`}</summary>
          <ul className="hours-days">{past.map((day) => day.row)}</ul>
        </details>
      )}
      <div className="buttons">
        <button
          ref={add}
          type="button"
          className="quiet-button"
          onClick={() => onChange([...special, { date: '', openings: [] }])}
        >
          Add a special day
        </button>
      </div>
    </section>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

const formatDate = (date: string): string => dateFormat.format(new Date(`${date}T00:00:00Z`))
