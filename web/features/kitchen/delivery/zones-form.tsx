import { type KeyboardEvent, useRef } from 'react'
import { saveZones } from '#contract/kitchen.ts'
import { callForJson } from '../../../api/call-api.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import { useValueHeldDuringPress } from '../../../kit/use-value-held-during-press.ts'
import { Field } from '../../../ui/form/field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import type { FormDraftHandle } from '../editing/drafts.ts'
import { KitchenFormFrame } from '../editing/kitchen-form.tsx'
import { type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'
import {
  type FeesValues,
  findZonesProblems,
  listZonePrefixes,
  parsePrefixes,
  toDeliveryZones,
  type ZonesValues,
  type ZoneValues,
} from './delivery-values.ts'

const emptyZone: ZoneValues = { prefixes: [], adding: '', fee: '', freeOver: '', minimum: '' }

export function ZonesForm(props: KitchenPageProps & { edited: FormDraftHandle<ZonesValues> }) {
  const { kitchen, edited } = props
  const { vId, currency } = kitchen.terms
  const { zones } = edited.fields
  const editable = mayEditKitchen(kitchen)
  const add = useRef<HTMLButtonElement>(null)
  const change = (next: ZoneValues[]) => edited.change({ zones: next })

  return (
    <KitchenFormFrame
      {...props}
      title="Zones"
      heading={
        <>
          <h2>Zones</h2>
          <p className="soft">
            {zones.length === 0
              ? 'Without zones you deliver anywhere, for what it costs as usual.'
              : 'You deliver where a postcode begins as one of these. Of two that match, the longer one counts.'}
          </p>
        </>
      }
      check={(values) => findZonesProblems(values, currency)}
      send={(values) => callForJson(saveZones, { params: { vId }, body: { zones: toDeliveryZones(values, currency) } })}
      done={zones.length === 0 ? 'You deliver anywhere now.' : 'Your zones are saved.'}
      saveLabel="Save the zones"
    >
      {({ clearProblems }) => (
        <>
          {zones.map((zone, place) => (
            <Zone
              key={place}
              place={place}
              zone={zone}
              currency={currency}
              editable={editable}
              onChange={(next) => change(zones.with(place, next))}
              onRemove={() => {
                add.current?.focus()
                // The problems refer to zones by index, and the removal of a zone changes the indexes.
                clearProblems()
                change(zones.toSpliced(place, 1))
              }}
            />
          ))}
          {editable && (
            <div className="buttons">
              <QuietButton ref={add} onClick={() => change([...zones, emptyZone])}>
                Add a zone
              </QuietButton>
            </div>
          )}
        </>
      )}
    </KitchenFormFrame>
  )
}

interface ZoneProps {
  place: number
  zone: ZoneValues
  currency: string
  editable: boolean
  onChange: (zone: ZoneValues) => void
  onRemove: () => void
}

const hints = { fee: 'Empty: as usual', freeOver: 'Empty: as usual', minimum: 'Empty: as usual' }

function Zone({ place, zone, currency, editable, onChange, onRemove }: ZoneProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  // A press on a button ends the typing of a prefix, which then becomes a chip. The chip would move the pressed button
  // away, so the shown zone does not change during a press.
  const { prefixes, adding } = useValueHeldDuringPress(zone)
  const change = (by: Partial<ZoneValues>) => onChange({ ...zone, ...by })
  const field = bindFields(zone, change, `${place}-`)
  /** Turns the typed prefixes before the last comma into chips. The text after the comma stays in the field. */
  const type = (text: string) => {
    const at = text.lastIndexOf(',')
    const added = parsePrefixes(text.slice(0, Math.max(at, 0)))
    change({ prefixes: [...new Set([...zone.prefixes, ...added])], adding: text.slice(at + 1) })
  }
  const finish = () => zone.adding.trim() !== '' && change({ prefixes: listZonePrefixes(zone), adding: '' })
  const finishByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || zone.adding.trim() === '') return
    event.preventDefault()
    finish()
  }

  return (
    <fieldset ref={box} className="inset">
      <legend>Zone {place + 1}</legend>
      {prefixes.length > 0 && (
        <ul className="chips delivery-chips" aria-label={`Postcodes of zone ${place + 1}`}>
          {prefixes.map((prefix) => (
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
        name={`${place}-prefixes`}
        label="Postcodes that begin with"
        hint="Several with commas, such as AB1, AB2"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={adding}
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

interface FeeFieldsProps {
  field: ReturnType<typeof bindFields<FeesValues>>
  currency: string
  hints: FeesValues
}

export const FeeFields = ({ field, currency, hints }: FeeFieldsProps) => (
  <div className="columns">
    <AmountField label="Delivery" hint={hints.fee} currency={currency} {...field('fee')} />
    <AmountField label="Free from" hint={hints.freeOver} currency={currency} {...field('freeOver')} />
    <AmountField label="Minimum order" hint={hints.minimum} currency={currency} {...field('minimum')} />
  </div>
)
