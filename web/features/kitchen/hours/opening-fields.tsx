import { useId } from 'react'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { describeOvernight, type OpeningIntervalValues } from './hours-values.ts'

interface OpeningsProps<O extends OpeningIntervalValues> {
  /** The name of the form field at which a problem of these openings is shown. */
  name: string
  /** The name of the day for accessible labels, such as "Monday". */
  label: string
  /** The openings of all days. */
  openings: O[]
  isOfDay: (opening: O) => boolean
  problem?: string | undefined
  newOpening: O
  onChange: (openings: O[]) => void
}

/** The fields of all openings of one day, with buttons that add and remove openings. */
export function DayOpeningsFields<O extends OpeningIntervalValues>(props: OpeningsProps<O>) {
  const { name, label, openings, isOfDay, problem, newOpening, onChange } = props
  const id = useId()
  const openingsOfDay = openings.filter(isOfDay)

  return (
    <div className="stack" data-gap="small">
      {openingsOfDay.length === 0 && <p className="soft hours-closed">Closed</p>}
      {openingsOfDay.map((opening, place) => {
        const index = openings.indexOf(opening)
        const nth = openingsOfDay.length > 1 ? `, opening ${place + 1}` : ''
        const time = (field: 'from' | 'to') => ({
          type: 'time',
          name,
          value: opening[field],
          'aria-label': `${label}${nth}, ${field}`,
          'aria-invalid': problem ? (true as const) : undefined,
          'aria-describedby': `${id}-problem`,
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            onChange(openings.with(index, { ...opening, [field]: currentTarget.value })),
        })
        return (
          <div key={place} className="row hours-opening">
            <input {...time('from')} />
            <span aria-hidden="true">to</span>
            <input {...time('to')} />
            <QuietButton
              aria-label={`Remove ${label}${nth}`}
              onClick={({ currentTarget }) => {
                // The pressed button is removed, so the focus moves to the button that adds an opening to the day.
                currentTarget.closest('.hours-day')?.querySelector<HTMLElement>('.hours-add')?.focus()
                onChange(openings.toSpliced(index, 1))
              }}
            >
              Remove
            </QuietButton>
            <p className="soft hours-overnight">{describeOvernight(opening)}</p>
          </div>
        )
      })}
      <p className="field-error" id={`${id}-problem`}>
        {problem}
      </p>
      <QuietButton
        className="hours-add"
        aria-label={`Add an opening, ${label}`}
        onClick={() => onChange([...openings, newOpening])}
      >
        Add an opening
      </QuietButton>
    </div>
  )
}
