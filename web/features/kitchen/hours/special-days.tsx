import { useRef } from 'react'
import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { type HoursTyped, type SpecialTyped, specialField } from './hours-typed.ts'
import { Openings } from './openings.tsx'
import { serviceNames } from './service-names.ts'

interface SpecialDaysProps {
  typed: HoursTyped
  /** Those whose hours are typed. */
  services: readonly Service[]
  /** The date in the kitchen's time zone. */
  today: string
  problems: Problems
  onChange: (special: SpecialTyped[]) => void
}

/** Days that differ from their week, such as holidays: closed, or with hours of their own. What is past is folded away. */
export function SpecialDays({ typed: { special, same }, services, today, problems, onChange }: SpecialDaysProps) {
  const add = useRef<HTMLButtonElement>(null)
  const change = (place: number, next: SpecialTyped | null) =>
    onChange(special.flatMap((day, at) => (at === place ? (next ?? []) : day)))

  const dayOf = (day: SpecialTyped, place: number) => (
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
          const name = day.date === '' ? `day ${place + 1}` : dateWords(day.date)
          return (
            <div key={service}>
              {!same && <p className="soft">{serviceNames[service]}</p>}
              <Openings
                name={specialField(place)}
                of={same ? name : `${serviceNames[service]} on ${name}`}
                openings={day.openings.filter((opening) => opening.service === service)}
                problem={undefined}
                onChange={(opening, next) =>
                  change(place, {
                    ...day,
                    openings: day.openings.flatMap((one) => (one === opening ? (next ?? []) : one)),
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
        Remove the day<span className="visually-hidden"> {day.date && dateWords(day.date)}</span>
      </button>
    </li>
  )
  const days = special.map((day, place) => ({ past: day.date !== '' && day.date < today, row: dayOf(day, place) }))
  const past = days.filter((day) => day.past)

  return (
    <section className="stack" aria-labelledby="special">
      <h2 id="special">Special days</h2>
      <p className="soft">Holidays and parties: closed, or with hours of their own instead of the week's.</p>
      <ul>{days.filter((day) => !day.past).map((day) => day.row)}</ul>
      {past.length > 0 && (
        <details className="fold">
          <summary>{past.length === 1 ? '1 day that is past' : `${past.length} days that are past`}</summary>
          <ul>{past.map((day) => day.row)}</ul>
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

const dateWords = (date: string): string => dateFormat.format(new Date(`${date}T00:00:00Z`))
