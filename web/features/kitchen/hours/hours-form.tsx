import type { FormEvent } from 'react'
import { saveHours } from '#contract/kitchen.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { useEdited } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { DisabledForStaff, mayEdit } from '../editing/staff-access.tsx'
import type { AtKitchen } from '../kitchen-frame.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { type HoursTyped, hoursFrom, hoursProblems, hoursTyped, sameForAll, typedServices } from './hours-typed.ts'
import { serviceNames } from './service-names.ts'
import { SpecialDays } from './special-days.tsx'
import { Week } from './week.tsx'

/** When a kitchen is open: the week of each service, and days that differ. */
export function HoursForm({ kitchen, change }: AtKitchen) {
  const { vId, services, timezone } = kitchen.terms
  const edited = useEdited<HoursTyped>(`hours-${vId}`, hoursTyped(kitchen.terms.hours, services))
  const { fields: typed } = edited
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const shown = typedServices(typed, services)
  const hours = hoursFrom(typed, services)
  const editable = mayEdit(kitchen)

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = hoursProblems(typed, services)
    setProblems(found)
    if (hasProblems(found)) return
    await saving.perform({
      done: 'Your hours are saved.',
      run: async () => {
        const now = await api(saveHours, { params: { vId }, body: hours })
        edited.drop(typed)
        change(now)
      },
    })
  }

  return (
    <div className="split editing">
      <form {...props} className="form card" aria-label="Opening hours" onSubmit={save}>
        <DisabledForStaff kitchen={kitchen}>
          {services.length > 1 && (
            <label className="check-line">
              <input
                type="checkbox"
                checked={typed.same}
                onChange={({ currentTarget }) => edited.change(sameForAll(typed, currentTarget.checked, services))}
              />
              The same hours for delivery and pickup
            </label>
          )}
          {shown.map((service) => (
            <Week
              key={service}
              service={service}
              title={typed.same && services.length > 1 ? 'Every week' : serviceNames[service]}
              typed={typed}
              problems={problems}
              editable={editable}
              onChange={(weekly) => edited.change({ weekly })}
            />
          ))}
          <SpecialDays
            typed={typed}
            services={shown}
            today={formatLocalDate(Date.now(), timezone)}
            problems={problems}
            onChange={(special) => edited.change({ special })}
          />
        </DisabledForStaff>
        {editable && <SaveBar words="Save the hours" edited={edited} saving={saving} />}
      </form>
      <HoursPreview terms={{ hours, timezone, services }} services={services} />
    </div>
  )
}
