import { saveHours } from '#contract/kitchen.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { api } from '../../api/call-api.ts'
import { CheckLine } from '../../ui/form/check-line.tsx'
import { useFormDraft } from './editing/drafts.ts'
import { KitchenForm } from './editing/kitchen-form.tsx'
import { mayEdit } from './editing/staff-access.tsx'
import { HoursPreview } from './hours/hours-preview.tsx'
import {
  hoursFrom,
  hoursProblems,
  listEditedServices,
  serviceNames,
  setSameForAll,
  toHoursValues,
} from './hours/hours-values.ts'
import { SpecialDays } from './hours/special-days.tsx'
import { Week } from './hours/week.tsx'
import { KitchenFrame, type KitchenPageProps } from './kitchen-frame.tsx'
import './hours/hours.css'

/** `/kitchen/:slug/hours`. */
export const Screen = () => <KitchenFrame tab="hours">{(page) => <HoursPage {...page} />}</KitchenFrame>

/** The form for opening hours: the week of each service, and special days. */
function HoursPage(page: KitchenPageProps) {
  const { vId, services, timezone, hours } = page.kitchen.terms
  const edited = useFormDraft(`hours-${vId}`, toHoursValues(hours, services))
  const { fields: formValues } = edited
  const editedServices = listEditedServices(formValues, services)
  const terms = { hours: hoursFrom(formValues, services), timezone, services }

  return (
    <div className="split editing">
      <KitchenForm
        {...page}
        id="hours"
        title="Opening hours"
        edited={edited}
        check={(values) => hoursProblems(values, services)}
        send={() => api(saveHours, { params: { vId }, body: terms.hours })}
        done="Your hours are saved."
        saveLabel="Save the hours"
      >
        {({ problems }) => (
          <>
            {services.length > 1 && (
              <CheckLine
                checked={formValues.same}
                onChange={(same) => edited.change(setSameForAll(formValues, same, services))}
              >
                The same hours for delivery and pickup
              </CheckLine>
            )}
            {editedServices.map((service) => (
              <Week
                key={service}
                service={service}
                title={formValues.same && services.length > 1 ? 'Every week' : serviceNames[service]}
                formValues={formValues}
                problems={problems}
                editable={mayEdit(page.kitchen)}
                onChange={(weekly) => edited.change({ weekly })}
              />
            ))}
            <SpecialDays
              formValues={formValues}
              services={editedServices}
              today={formatLocalDate(Date.now(), timezone)}
              problems={problems}
              onChange={(special) => edited.change({ special })}
            />
          </>
        )}
      </KitchenForm>
      <HoursPreview terms={terms} />
    </div>
  )
}
