import { useRef } from 'react'
import { saveZones } from '#contract/kitchen.ts'
import { api } from '../../../api/call-api.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import type { FormDraft } from '../editing/drafts.ts'
import { KitchenForm } from '../editing/kitchen-form.tsx'
import { mayEdit } from '../editing/staff-access.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { type ZonesValues, type ZoneValues, zonesFrom, zonesProblems } from './delivery-values.ts'
import { Zone } from './zone.tsx'

const emptyZone: ZoneValues = { prefixes: [], adding: '', fee: '', freeOver: '', minimum: '' }

/** The form for delivery zones and their own fees. */
export function ZonesForm(props: KitchenPageProps & { edited: FormDraft<ZonesValues> }) {
  const { kitchen, edited } = props
  const { vId, currency } = kitchen.terms
  const { zones } = edited.fields
  const editable = mayEdit(kitchen)
  const add = useRef<HTMLButtonElement>(null)
  const change = (next: ZoneValues[]) => edited.change({ zones: next })

  return (
    <KitchenForm
      {...props}
      id="zones"
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
      check={(values) => zonesProblems(values, currency)}
      send={(values) => api(saveZones, { params: { vId }, body: { zones: zonesFrom(values, currency) } })}
      done={zones.length === 0 ? 'You deliver anywhere now.' : 'Your zones are saved.'}
      saveLabel="Save the zones"
    >
      {({ problems, clearProblems }) => (
        <>
          {zones.map((zone, place) => (
            <Zone
              key={place}
              place={place}
              zone={zone}
              currency={currency}
              problems={problems}
              editable={editable}
              onChange={(next) => change(zones.with(place, next))}
              onRemove={() => {
                add.current?.focus()
                // The problems name the zones by index, and the indexes have changed.
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
    </KitchenForm>
  )
}
