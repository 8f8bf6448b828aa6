import { type MouseEvent, useId } from 'react'
import { type OpeningTyped, overnightWords } from './hours-typed.ts'

interface OpeningsProps<O extends OpeningTyped> {
  /** The name of the problem that is about them. */
  name: string
  /** Whose they are: "Monday". */
  of: string
  openings: readonly O[]
  /** What is wrong with them, in words. */
  problem: string | undefined
  /** @param opening a new one in place of the one, or null for none */
  onChange: (opening: O, next: O | null) => void
  onAdd: () => void
}

/** The openings of one day: from and to, as many as there are. */
export function Openings<O extends OpeningTyped>({ name, of, openings, problem, onChange, onAdd }: OpeningsProps<O>) {
  const id = useId()

  function remove(opening: O, event: MouseEvent<HTMLElement>) {
    // The button goes, and the focus stays with its day.
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
          'aria-label': `${of}${nth}, ${field}`,
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
              aria-label={`Remove ${of}${nth}`}
              onClick={(event) => remove(opening, event)}
            >
              Remove
            </button>
            <p className="soft hours-overnight">{overnightWords(opening)}</p>
          </div>
        )
      })}
      <p className="field-error" id={`${id}-problem`}>
        {problem}
      </p>
      <button type="button" className="quiet-button hours-add" aria-label={`Add an opening, ${of}`} onClick={onAdd}>
        Add an opening
      </button>
    </div>
  )
}
