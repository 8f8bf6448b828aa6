import { type KeyboardEvent, useRef } from 'react'
import type { Problems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { listPrefixes, parsePrefixes, type ZoneValues } from './delivery-values.ts'

interface ZoneProps {
  place: number
  zone: ZoneValues
  currency: string
  problems: Problems
  editable: boolean
  onChange: (zone: ZoneValues) => void
  onRemove: () => void
}

/** The fields of a zone: the prefixes of its postcodes, and its own fees. */
export function Zone({ place, zone, currency, problems, editable, onChange, onRemove }: ZoneProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const name = `Zone ${place + 1}`
  const amount = (field: 'fee' | 'freeOver' | 'minimum') => ({
    id: `zone-${place}-${field}`,
    name: `${place}-${field}`,
    currency,
    value: zone[field],
    error: problems[`${place}-${field}`],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...zone, [field]: currentTarget.value }),
  })
  /** Turns the text before the last comma into chips. */
  const type = (text: string) => {
    const at = text.lastIndexOf(',')
    const added = parsePrefixes(text.slice(0, Math.max(at, 0)))
    onChange({ ...zone, prefixes: [...new Set([...zone.prefixes, ...added])], adding: text.slice(at + 1) })
  }
  const finish = () => zone.adding.trim() !== '' && onChange({ ...zone, prefixes: listPrefixes(zone), adding: '' })
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || zone.adding.trim() === '') return
    event.preventDefault()
    finish()
  }

  return (
    <fieldset ref={box} className="inset">
      <legend>{name}</legend>
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
                      onChange({ ...zone, prefixes: zone.prefixes.filter((other) => other !== prefix) })
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
        onKeyDown={keyed}
      />
      <div className="columns">
        <AmountField label="Delivery" hint="Empty: as usual" {...amount('fee')} />
        <AmountField label="Free over" hint="Empty: as usual" {...amount('freeOver')} />
        <AmountField label="Minimum order" hint="Empty: as usual" {...amount('minimum')} />
      </div>
      {editable && (
        <div className="buttons">
          <button type="button" className="quiet-button" onClick={onRemove}>
            Remove zone {place + 1}
          </button>
        </div>
      )}
    </fieldset>
  )
}
