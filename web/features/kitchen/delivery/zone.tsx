import { type KeyboardEvent, useRef } from 'react'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { bindFields } from '../editing/bind-fields.ts'
import { listPrefixes, parsePrefixes, type ZoneValues } from './delivery-values.ts'
import { FeeFields } from './fee-fields.tsx'

interface ZoneProps {
  place: number
  zone: ZoneValues
  currency: string
  problems: Problems
  editable: boolean
  onChange: (zone: ZoneValues) => void
  onRemove: () => void
}

const hints = { fee: 'Empty: as usual', freeOver: 'Empty: as usual', minimum: 'Empty: as usual' }

/** The fields of a zone: the prefixes of its postcodes, and its own fees. */
export function Zone({ place, zone, currency, problems, editable, onChange, onRemove }: ZoneProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const change = (by: Partial<ZoneValues>) => onChange({ ...zone, ...by })
  const field = bindFields({ values: zone, problems, onChange: change, id: `zone-${place}-`, name: `${place}-` })
  /** Turns the text before the last comma into chips. */
  const type = (text: string) => {
    const at = text.lastIndexOf(',')
    const added = parsePrefixes(text.slice(0, Math.max(at, 0)))
    change({ prefixes: [...new Set([...zone.prefixes, ...added])], adding: text.slice(at + 1) })
  }
  const finish = () => zone.adding.trim() !== '' && change({ prefixes: listPrefixes(zone), adding: '' })
  const finishByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || zone.adding.trim() === '') return
    event.preventDefault()
    finish()
  }

  return (
    <fieldset ref={box} className="inset">
      <legend>Zone {place + 1}</legend>
      {zone.prefixes.length > 0 && (
        <ul className="chips delivery-chips" aria-label={`Postcodes of zone ${place + 1}`}>
          {zone.prefixes.map((prefix) => (
            <li key={prefix}>
              <span>
                {prefix}
                {editable && (
                  <button
                    type="button"
                    className="round-button"
                    aria-label={`Remove ${prefix}`}
                    onClick={() => {
                      box.current?.querySelector<HTMLElement>('input')?.focus()
                      change({ prefixes: zone.prefixes.filter((other) => other !== prefix) })
                    }}
                  >
                    ×
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Field
        id={`zone-${place}-prefixes`}
        name={`${place}-prefixes`}
        label="Postcodes that begin with"
        hint="Several with commas, such as AB1, AB2"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={zone.adding}
        error={problems[`${place}-prefixes`]}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={finish}
        onKeyDown={finishByEnter}
      />
      <FeeFields field={field} currency={currency} hints={hints} />
      {editable && (
        <div className="buttons">
          <QuietButton onClick={onRemove}>Remove zone {place + 1}</QuietButton>
        </div>
      )}
    </fieldset>
  )
}
