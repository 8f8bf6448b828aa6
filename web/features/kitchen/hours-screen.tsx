import { saveHours } from '#contract/kitchen.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import type { Service } from '#contract/menu-enums.ts'
import { findOpenState, formatLocalDate, formatLocalTime, formatRelativeDayTime } from '#contract/opening-hours.ts'
import { callForJson } from '../../api/call-api.ts'
import { LabelledCheckbox } from '../../ui/form/labelled-checkbox.tsx'
import { useServerTime } from './board/use-server-time.ts'
import { useFormDraft } from './editing/drafts.ts'
import { KitchenFormFrame } from './editing/kitchen-form.tsx'
import { selectChanges } from './editing/merge.ts'
import {
  findHoursProblems,
  listServicesToEdit,
  serviceLabels,
  switchSameHours,
  toHoursValues,
  toOpeningHours,
} from './hours/hours-values.ts'
import { SpecialDays } from './hours/special-days.tsx'
import { WeeklyHours } from './hours/weekly-hours.tsx'
import { KitchenFrame, type KitchenPageProps, mayEditKitchen } from './kitchen-frame.tsx'
import './hours/hours.css'

/** The screen of `/kitchen/:slug/hours`: the opening hours. */
export const Screen = () => <KitchenFrame tab="hours">{(page) => <HoursPage {...page} />}</KitchenFrame>

function HoursPage(page: KitchenPageProps) {
  const { vId, services, timezone, hours } = page.kitchen.terms
  const savedValues = toHoursValues(hours, services)
  const edited = useFormDraft(`hours-${vId}`, savedValues, mayEditKitchen(page.kitchen))
  const { fields: formValues } = edited
  const editedServices = listServicesToEdit(formValues, services)
  const terms = { hours: toOpeningHours(formValues, services), timezone, services }

  return (
    <div className="split editing">
      <KitchenFormFrame
        {...page}
        title="Opening hours"
        edited={edited}
        check={(values) => findHoursProblems(values, services)}
        send={() => {
          const body = selectChanges(terms.hours, toOpeningHours(savedValues, services))
          return callForJson(saveHours, { params: { vId }, body })
        }}
        done="Your hours are saved."
        saveLabel="Save the hours"
      >
        {({ problems, clearProblems }) => (
          <>
            {services.length > 1 && (
              <LabelledCheckbox
                checked={formValues.same}
                onChange={(same) => edited.change(switchSameHours(formValues, same, services))}
              >
                The same hours for delivery and pickup
              </LabelledCheckbox>
            )}
            {editedServices.map((service) => (
              <WeeklyHours
                key={service}
                service={service}
                title={formValues.same && services.length > 1 ? 'Every week' : serviceLabels[service]}
                formValues={formValues}
                problems={problems}
                editable={mayEditKitchen(page.kitchen)}
                onChange={(weekly) => edited.change({ weekly })}
              />
            ))}
            <SpecialDays
              formValues={formValues}
              savedDates={new Set(hours.special.map(({ date }) => date))}
              services={editedServices}
              today={formatLocalDate(Date.now() + page.kitchen.ahead, timezone)}
              onChange={(special) => edited.change({ special })}
              clearProblems={clearProblems}
            />
          </>
        )}
      </KitchenFormFrame>
      <HoursPreview terms={terms} ahead={page.kitchen.ahead} />
    </div>
  )
}

type HoursTerms = Pick<KitchenTerms, 'hours' | 'timezone' | 'services'>

/** Shows whether the kitchen would be open now with the edited hours. */
function HoursPreview({ terms, ahead }: { terms: HoursTerms; ahead: number }) {
  const { services } = terms
  const now = useServerTime(ahead)
  return (
    <section className="card hours-preview sticky-card" aria-labelledby="preview">
      <h2 id="preview">With these hours</h2>
      <div role="status">
        {services.map((service) => (
          <p key={service}>
            {services.length > 1 && <b>{serviceLabels[service]}: </b>}
            {describeState(terms, now, service)}
          </p>
        ))}
        {services.length === 0 && <p>Nobody can order: choose delivery or pickup in the settings.</p>}
      </div>
      <p className="soft">
        It is {formatLocalTime(now, terms.timezone)} at the kitchen ({terms.timezone.replaceAll('_', ' ')}).
      </p>
    </section>
  )
}

function describeState(terms: HoursTerms, now: number, service: Service): string {
  const state = findOpenState(terms, now, service)
  const format = (at: number) => formatRelativeDayTime(at, terms.timezone, now)
  if (!state.open)
    return state.opensAt === null
      ? 'Closed, with no opening ahead.'
      : `Closed now, next opening ${format(state.opensAt)}.`
  if (state.until - now > 7 * DAY_MS) return 'Open around the clock.'
  const next = findOpenState(terms, state.until, service)
  const again = !next.open && next.opensAt !== null ? `, next opening ${format(next.opensAt)}` : ''
  return `Open now until ${format(state.until)}${again}.`
}
