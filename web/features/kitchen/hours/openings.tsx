import { type MouseEvent, useId } from 'react'
import { describeOvernight, type OpeningValues } from './hours-values.ts'

interface OpeningsProps<O extends OpeningValues> {
  /** The field name of their problem. */
  name: string
  /** The day for the accessible names, such as "Monday". */
  label: string
  openings: readonly O[]
  /** The message of their problem. */
  problem: string | undefined
  /** @param next replaces the opening; null removes it */
  onChange: (opening: O, next: O | null) => void
  onAdd: () => void
}

/** The openings of one day. */
export function Openings<O extends OpeningValues>({
  name,
  label,
  openings,
  problem,
  onChange,
  onAdd,
}: OpeningsProps<O>) {
  const id = useId()

  function remove(opening: O, event: MouseEvent<HTMLElement>) {
    // The pressed button disappears, so the day takes the focus.
    event.currentTarget.closest('.hours-day')?.querySelector<HTMLElement>('.hours-add')?.focus()
    onChange(opening, null)
  }

  return (
    <div className="stack" data-gap="small">
      {openings.length === 0 && <p className="soft hours-closed">Closed</p>}
      {openings.map((opening, place) => {
        const nth = openings.length > 1 ? `, opening ${place + 1}` : ''
        const time = (field: 'from' | 'to') => ({
          type: 'time',
          name,
          value: opening[field],
          'aria-label': `${label}${nth}, ${field}`,
          'aria-invalid': problem ? (true as const) : undefined,
          'aria-describedby': `${id}-problem`,
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            onChange(opening, { ...opening, [field]: currentTarget.value }),
        })
        return (
          <div key={place} className="hours-opening">
            <input {...time('from')} />
            <span aria-hidden="true">to</span>
            <input {...time('to')} />
            <button
              type="button"
              className="quiet-button"
              aria-label={`Remove ${label}${nth}`}
              onClick={(event) => remove(opening, event)}
            >
              Remove
            </button>
            <p className="soft hours-overnight">{describeOvernight(opening)}</p>
          </div>
        )
      })}
      <p className="field-error" id={`${id}-problem`}>
        {problem}
      </p>
      <button type="button" className="quiet-button hours-add" aria-label={`Add an opening, ${label}`} onClick={onAdd}>
        Add an opening
      </button>
    </div>
  )
}
