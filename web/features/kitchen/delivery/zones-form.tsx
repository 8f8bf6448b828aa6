import { type FormEvent, useRef } from 'react'
import { saveZones } from '#contract/kitchen.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import type { FormDraft } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { DisabledForStaff, mayEdit } from '../editing/staff-access.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { type ZonesValues, type ZoneValues, zonesFrom, zonesProblems } from './delivery-values.ts'
import { Zone } from './zone.tsx'

const blank: ZoneValues = { prefixes: [], adding: '', fee: '', freeOver: '', minimum: '' }

/** The form for delivery zones and their own fees. */
export function ZonesForm({ kitchen, change, edited }: KitchenPageProps & { edited: FormDraft<ZonesValues> }) {
  const { vId, currency } = kitchen.terms
  const { zones } = edited.fields
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const add = useRef<HTMLButtonElement>(null)
  const replace = (place: number, next: ZoneValues | null) =>
    edited.change({ zones: zones.flatMap((zone, at) => (at === place ? (next ?? []) : zone)) })

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = zonesProblems(edited.fields, currency)
    setProblems(found)
    if (hasProblems(found)) return
    const sent = edited.fields
    await saving.perform({
      done: zones.length === 0 ? 'You deliver anywhere now.' : 'Your zones are saved.',
      run: async () => {
        const body = { zones: zonesFrom(sent, currency) }
        const now = await api(saveZones, { params: { vId }, body })
        edited.drop(sent)
        change(now)
      },
    })
  }

  return (
    <form {...props} className="form card" aria-labelledby="zones" onSubmit={save}>
      <h2 id="zones">Zones</h2>
      <p className="soft">
        {zones.length === 0
          ? 'Without zones you deliver anywhere, for what it costs as usual.'
          : 'You deliver where a postcode begins as one of these. Of two that match, the longer one counts.'}
      </p>
      <DisabledForStaff kitchen={kitchen}>
        {zones.map((zone, place) => (
          <Zone
            key={place}
            place={place}
            zone={zone}
            currency={currency}
            problems={problems}
            editable={mayEdit(kitchen)}
            onChange={(next) => replace(place, next)}
            onRemove={() => {
              add.current?.focus()
              // The problems name the zones by index, and the indexes have changed.
              setProblems({})
              replace(place, null)
            }}
          />
        ))}
        {mayEdit(kitchen) && (
          <div className="buttons">
            <button
              ref={add}
              type="button"
              className="quiet-button"
              onClick={() => edited.change({ zones: [...zones, blank] })}
            >
              Add a zone
            </button>
          </div>
        )}
      </DisabledForStaff>
      {mayEdit(kitchen) && <SaveBar words="Save the zones" edited={edited} saving={saving} />}
    </form>
  )
}
