import type { Service } from '#contract/menu-enums.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { CopyDay } from './copy-day.tsx'
import { type HoursTyped, type WeeklyTyped, weekdays, weeklyField } from './hours-typed.ts'
import { Openings } from './openings.tsx'

interface WeekProps {
  service: Service
  /** Above the table: "Delivery", or of all. */
  title: string
  typed: HoursTyped
  problems: Problems
  editable: boolean
  onChange: (weekly: WeeklyTyped[]) => void
}

/** The week of a service, a row for each day. */
export function Week({ service, title, typed: { weekly, same }, problems, editable, onChange }: WeekProps) {
  const of = (weekday: number) => weekly.filter((one) => one.service === service && one.weekday === weekday)

  function copy(from: number, to: number[]) {
    const kept = weekly.filter((one) => one.service !== service || !to.includes(one.weekday))
    onChange([...kept, ...to.flatMap((weekday) => of(from).map((one) => ({ ...one, weekday })))])
  }
  const change = (opening: WeeklyTyped, next: WeeklyTyped | null) =>
    onChange(weekly.flatMap((one) => (one === opening ? (next ?? []) : one)))
  const add = (weekday: number) => {
    // After one for lunch comes one for dinner.
    const times = of(weekday).length === 0 ? { from: '12:00', to: '22:00' } : { from: '', to: '' }
    onChange([...weekly, { service, weekday, ...times }])
  }

  return (
    <section className="stack" aria-labelledby={`week-${service}`}>
      <h2 id={`week-${service}`}>{title}</h2>
      <ul>
        {weekdays.map((name, place) => {
          const weekday = place + 1
          const whose = same ? name : `${title} on ${name}`
          return (
            <li key={name} className="row hours-day">
              <b>{name}</b>
              <Openings
                name={weeklyField(service, weekday)}
                of={whose}
                openings={of(weekday)}
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
