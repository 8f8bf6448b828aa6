import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { currencies } from '#contract/currencies.ts'
import { interfaceLocale } from '#contract/interface-locale.ts'
import { saveKitchenSettings } from '#contract/kitchen.ts'
import { lazy } from '#contract/lazy.ts'
import { services } from '#contract/menu-enums.ts'
import {
  ACCEPT_MINUTES_RANGE,
  MENU_TEXT_LENGTH_MAX,
  PREP_MINUTES_RANGE,
  SLOT_MINUTES,
} from '#contract/ordering-limits.ts'
import { callForJson } from '../../../api/call-api.ts'
import { findRefusedField, formatLengthLeft } from '../../../forms/field-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { LabelledCheckbox } from '../../../ui/form/labelled-checkbox.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { CheckboxGroup } from '../editing/checkbox-group.tsx'
import { useFormDraft } from '../editing/drafts.ts'
import { KitchenFormFrame } from '../editing/kitchen-form.tsx'
import { selectChanges } from '../editing/merge.ts'
import { type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'
import { findSettingsProblems, toKitchenSettings, toSettingsValues } from './settings-values.ts'

const serviceTexts = { delivery: 'Delivery to the door', pickup: 'Pickup at the kitchen' } as const

export function SettingsForm({ kitchen, change }: KitchenPageProps) {
  const { vId, slug } = kitchen.terms
  const saved = toSettingsValues(kitchen)
  const edited = useFormDraft(`settings-${vId}`, saved, mayEditKitchen(kitchen))
  const { fields: formValues } = edited
  const navigate = useNavigate()
  const zones = useMemo(
    () => listOptions(Intl.supportedValuesOf('timeZone'), saved.timezone, (zone) => zone.replaceAll('_', ' ')),
    [saved.timezone],
  )
  const currencyOptions = useMemo(() => listOptions(currencies, saved.currency, formatCurrency), [saved.currency])

  return (
    <KitchenFormFrame
      kitchen={kitchen}
      change={(now) => {
        change(now)
        // The URL of this page contains the slug, and the save may have changed the slug.
        if (now.terms.slug !== slug) navigate(`/kitchen/${now.terms.slug}/settings`, { replace: true })
      }}
      title="Settings"
      edited={edited}
      check={findSettingsProblems}
      send={(values) => {
        const body = selectChanges(toKitchenSettings(values), toKitchenSettings(saved))
        return callForJson(saveKitchenSettings, { params: { vId }, body })
      }}
      done="Your settings are saved."
      saveLabel="Save the settings"
      // A kitchen with orders cannot change its slug or its currency. The refusal is shown at the field that was
      // changed.
      findField={(code, form) =>
        code === 'in_use' && formValues.slug === saved.slug ? 'currency' : findRefusedField(code, form)
      }
    >
      {({ field }) => (
        <>
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
            hint={formatLengthLeft(formValues.blurb, MENU_TEXT_LENGTH_MAX)}
            {...field('blurb')}
          />
          <div className="columns">
            <Field label="Phone" type="tel" hint="Shown to those who have ordered" {...field('phone')} />
            <Field label="Where orders are picked up" {...field('place')} />
          </div>
          <div className="columns">
            <SelectField
              label="Time zone"
              hint="All times here are those of its wall clock"
              options={zones}
              {...field('timezone')}
            />
            <SelectField
              label="Currency"
              hint="It stays once there are orders"
              options={currencyOptions}
              {...field('currency')}
            />
          </div>
          <CheckboxGroup
            legend="How customers get their food"
            values={services}
            checked={formValues.services}
            format={(service) => serviceTexts[service]}
            onChange={(checked) => edited.change({ services: checked })}
          >
            {formValues.services.length === 0 && <p className="field-hint">With neither, nobody can order.</p>}
          </CheckboxGroup>
          <fieldset className="stack" data-gap="large">
            <legend>New guests</legend>
            <div className="columns editing-checks">
              <LabelledCheckbox
                checked={formValues.confirmFirst}
                onChange={(confirmFirst) => edited.change({ confirmFirst })}
              >
                Confirm first orders of new guests by mail
              </LabelledCheckbox>
            </div>
            <p className="field-hint">Guests open a link in a mail before their first order is placed.</p>
          </fieldset>
          <div className="columns">
            <Field
              label="Minutes to cook"
              inputMode="numeric"
              hint={`From ${PREP_MINUTES_RANGE.min} to ${PREP_MINUTES_RANGE.max}; the earliest time that is promised`}
              {...field('prepMinutes')}
            />
            <Field
              label="Minutes to accept"
              inputMode="numeric"
              hint={`From ${ACCEPT_MINUTES_RANGE.min} to ${ACCEPT_MINUTES_RANGE.max}; after them an order is rejected by itself`}
              {...field('acceptWithinMinutes')}
            />
            <Field
              label={`Orders per ${SLOT_MINUTES} minutes`}
              inputMode="numeric"
              hint="Empty: any number"
              {...field('ordersPerSlot')}
            />
          </div>
        </>
      )}
    </KitchenFormFrame>
  )
}

const currencyNames = lazy(() => new Intl.DisplayNames(interfaceLocale, { type: 'currency' }))

/** Formats a currency: "GBP, British Pound", or only the code when the browser does not know it. */
function formatCurrency(code: string): string {
  const name = currencyNames().of(code)
  return name && name !== code ? `${code}, ${name}` : code
}

/**
 * Returns the options of a select field.
 * @param saved the saved currency or time zone, which is an option even when the browser does not know it
 */
const listOptions = (names: readonly string[], saved: string, format: (name: string) => string) =>
  [...new Set([...names, saved])].sort().map((name) => [name, format(name)] as const)
