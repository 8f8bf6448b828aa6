import type { FormEvent } from 'react'
import { saveHours } from '#contract/kitchen.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { useFormDraft } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { DisabledForStaff, mayEdit } from '../editing/staff-access.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { HoursPreview } from './hours-preview.tsx'
import {
  type HoursValues,
  hoursFrom,
  hoursProblems,
  listEditedServices,
  setSameForAll,
  toHoursValues,
} from './hours-values.ts'
import { serviceNames } from './service-names.ts'
import { SpecialDays } from './special-days.tsx'
import { Week } from './week.tsx'

/** The form for opening hours: the week of each service, and special days. */
export function HoursForm({ kitchen, change }: KitchenPageProps) {
  const { vId, services, timezone } = kitchen.terms
  const edited = useFormDraft<HoursValues>(`hours-${vId}`, toHoursValues(kitchen.terms.hours, services))
  const { fields: formValues } = edited
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const shown = listEditedServices(formValues, services)
  const hours = hoursFrom(formValues, services)
  const editable = mayEdit(kitchen)

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = hoursProblems(formValues, services)
    setProblems(found)
    if (hasProblems(found)) return
    await saving.perform({
      done: 'Your hours are saved.',
      run: async () => {
        const now = await api(saveHours, { params: { vId }, body: hours })
        edited.drop(formValues)
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
                checked={formValues.same}
                onChange={({ currentTarget }) =>
                  edited.change(setSameForAll(formValues, currentTarget.checked, services))
                }
              />
              The same hours for delivery and pickup
            </label>
          )}
          {shown.map((service) => (
            <Week
              key={service}
              service={service}
              title={formValues.same && services.length > 1 ? 'Every week' : serviceNames[service]}
              formValues={formValues}
              problems={problems}
              editable={editable}
              onChange={(weekly) => edited.change({ weekly })}
            />
          ))}
          <SpecialDays
            formValues={formValues}
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
