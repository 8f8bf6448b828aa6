import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { CopyDay } from './copy-day.tsx'
import { type HoursValues, type WeeklyValues, weekdays, weeklyField } from './hours-values.ts'
import { Openings } from './openings.tsx'

interface WeekProps {
  service: Service
  /** The heading: the service, or "Every week" for all services. */
  title: string
  formValues: HoursValues
  problems: Problems
  editable: boolean
  onChange: (weekly: WeeklyValues[]) => void
}

/** The opening hours of a service, with a row for each weekday. */
export function Week({ service, title, formValues: { weekly, same }, problems, editable, onChange }: WeekProps) {
  const openingsOn = (weekday: number) =>
    weekly.filter((opening) => opening.service === service && opening.weekday === weekday)

  function copy(from: number, to: number[]) {
    const unchanged = weekly.filter((opening) => opening.service !== service || !to.includes(opening.weekday))
    onChange([...unchanged, ...to.flatMap((weekday) => openingsOn(from).map((opening) => ({ ...opening, weekday })))])
  }
  const change = (opening: WeeklyValues, next: WeeklyValues | null) =>
    onChange(weekly.flatMap((other) => (other === opening ? (next ?? []) : other)))
  const add = (weekday: number) => {
    // A second opening of a day gets no default times.
    const times = openingsOn(weekday).length === 0 ? { from: '12:00', to: '22:00' } : { from: '', to: '' }
    onChange([...weekly, { service, weekday, ...times }])
  }

  return (
    <section className="stack" aria-labelledby={`week-${service}`}>
      <h2 id={`week-${service}`}>{title}</h2>
      <ul className="hours-days">
        {weekdays.map((name, place) => {
          const weekday = place + 1
          const label = same ? name : `${title} on ${name}`
          return (
            <li key={name} className="row hours-day">
              <b>{name}</b>
              <Openings
                name={weeklyField(service, weekday)}
                label={label}
                openings={openingsOn(weekday)}
                problem={problems[weeklyField(service, weekday)]}
                onChange={change}
                onAdd={() => add(weekday)}
              />
              {editable && <CopyDay weekday={weekday} onCopy={(to) => copy(weekday, to)} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
