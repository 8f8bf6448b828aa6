import { type FormEvent, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { currencies } from '#contract/currencies.ts'
import { saveKitchenSettings } from '#contract/kitchen.ts'
import { services } from '#contract/menu-enums.ts'
import { ACCEPT_MINUTES, MENU_TEXT_LENGTH_MAX, PREP_MINUTES, SLOT_MINUTES } from '#contract/ordering-limits.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { lengthHint, TextareaField } from '../../../ui/form/textarea-field.tsx'
import { useFormDraft } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { DisabledForStaff, mayEdit } from '../editing/staff-access.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import {
  findSettingsField,
  type SettingsValues,
  settingsFrom,
  settingsProblems,
  toSettingsValues,
} from './settings-values.ts'

const serviceTexts = { delivery: 'Delivery to the door', pickup: 'Pickup at the kitchen' } as const

/** The form for a kitchen's description, services and times. */
export function SettingsForm({ kitchen, change }: KitchenPageProps) {
  const { vId, slug } = kitchen.terms
  const saved = toSettingsValues(kitchen)
  const edited = useFormDraft<SettingsValues>(`settings-${vId}`, saved)
  const { fields: formValues } = edited
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const zones = useMemo(() => named(Intl.supportedValuesOf('timeZone'), saved.timezone), [saved.timezone])
  const choices = useMemo(() => named(currencies, saved.currency), [saved.currency])

  const field = (name: keyof SettingsValues & string) => ({
    id: `kitchen-${name}`,
    name,
    value: String(formValues[name]),
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      edited.change({ [name]: currentTarget.value }),
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = settingsProblems(formValues)
    setProblems(found)
    if (hasProblems(found)) return
    const problem = await saving.perform({
      done: 'Your settings are saved.',
      run: async () => {
        const body = settingsFrom(formValues, kitchen.terms)
        const now = await api(saveKitchenSettings, { params: { vId }, body })
        edited.drop(formValues)
        change(now)
        // The address of this page contains the slug.
        if (now.terms.slug !== slug) navigate(pathname.replace(slug, now.terms.slug), { replace: true })
      },
    })
    const blamed = problem && findSettingsField(problem.code, formValues, saved)
    if (!blamed) return
    saving.clearMessage()
    setProblems({ [blamed]: problem.message })
  }

  return (
    <form {...props} className="form card" aria-label="Settings" onSubmit={save}>
      <DisabledForStaff kitchen={kitchen}>
        <div className="columns">
          <Field label="Name" {...field('name')} />
          <Field
            label="Address of its page"
            autoCapitalize="off"
            spellCheck={false}
            hint={`Customers order at /order/${formValues.slug.trim() || '…'}`}
            {...field('slug')}
          />
        </div>
        <TextareaField
          label="What it cooks, in a sentence or two"
          hint={lengthHint(formValues.blurb, MENU_TEXT_LENGTH_MAX)}
          {...field('blurb')}
        />
        <div className="columns">
          <Field label="Phone" type="tel" hint="Shown to those who have ordered" {...field('phone')} />
          <Field label="Where orders are picked up" {...field('place')} />
        </div>
        <div className="columns">
          <SelectField label="Time zone" hint="All times here are those of its wall clock" {...field('timezone')}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
          <SelectField label="Currency" hint="It stays once there are orders" {...field('currency')}>
            {choices.map((code) => (
              <option key={code} value={code}>
                {formatCurrency(code)}
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset className="stack" data-gap="large">
          <legend>How customers get their food</legend>
          <div className="columns editing-checks">
            {services.map((service) => (
              <label key={service} className="check-line">
                <input
                  type="checkbox"
                  checked={formValues.services.includes(service)}
                  onChange={({ currentTarget: { checked } }) =>
                    edited.change({
                      services: services.filter((other) =>
                        other === service ? checked : formValues.services.includes(other),
                      ),
                    })
                  }
                />
                {serviceTexts[service]}
              </label>
            ))}
          </div>
          {formValues.services.length === 0 && <p className="field-hint">With neither, nobody can order.</p>}
        </fieldset>
        <fieldset className="stack" data-gap="large">
          <legend>New guests</legend>
          <div className="columns editing-checks">
            <label className="check-line">
              <input
                type="checkbox"
                checked={formValues.confirmFirst}
                onChange={({ currentTarget }) => edited.change({ confirmFirst: currentTarget.checked })}
              />
              Confirm first orders of new guests by mail
            </label>
          </div>
          <p className="field-hint">Guests open a link in a mail before their first order is placed.</p>
        </fieldset>
        <div className="columns">
          <Field
            label="Minutes to cook"
            inputMode="numeric"
            hint={`From ${PREP_MINUTES.min} to ${PREP_MINUTES.max}; the earliest time that is promised`}
            {...field('prepMinutes')}
          />
          <Field
            label="Minutes to accept"
            inputMode="numeric"
            hint={`From ${ACCEPT_MINUTES.min} to ${ACCEPT_MINUTES.max}; after them an order is rejected by itself`}
            {...field('acceptWithinMinutes')}
          />
          <Field
            label={`Orders per ${SLOT_MINUTES} minutes`}
            inputMode="numeric"
            hint="Empty: any number"
            {...field('ordersPerSlot')}
          />
        </div>
      </DisabledForStaff>
      {mayEdit(kitchen) && <SaveBar words="Save the settings" edited={edited} saving={saving} />}
    </form>
  )
}

const currencyNames = new Intl.DisplayNames('en-GB', { type: 'currency' })

/** Formats a currency: "GBP, British Pound", or only the code when the browser does not know it. */
function formatCurrency(code: string): string {
  const name = currencyNames.of(code)
  return name && name !== code ? `${code}, ${name}` : code
}

/** Returns all names, with the saved one. */
const named = (known: readonly string[], saved: string): string[] => [...new Set([...known, saved])].sort()
