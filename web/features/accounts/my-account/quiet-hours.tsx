import { useRef, useState } from 'react'
import { errors as refusals } from '#contract/errors.ts'
import type { PushPreferences } from '#contract/push.ts'
import { site } from '#site'
import { getBrowserTimeZone } from '../../../device/time-zone.ts'
import { useForm } from '../../../forms/use-form.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

type Hours = NonNullable<PushPreferences['quietHours']>

interface QuietHoursProps {
  saved: Hours | null
  onSave: (hours: Hours | null) => Promise<void>
}

/**
 * The form for quiet hours. During these hours only messages about changes of an order arrive. Unsaved values stay in
 * the form.
 */
export function QuietHours({ saved, onSave }: QuietHoursProps) {
  const [on, setOn] = useState(saved !== null)
  const [message, setMessage] = useState('')
  const checkbox = useRef<HTMLInputElement>(null)
  const here = getBrowserTimeZone()
  const { from, to, timeZone } = saved ?? { from: '22:00', to: '07:00', timeZone: here }
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), here, timeZone])

  const { props, busy, errors, problem } = useForm({
    check: ({ from, to }) =>
      on
        ? {
            from: from ? undefined : NO_TIME,
            to: !to ? NO_TIME : from === to ? refusals.quiet_hours_empty.message : undefined,
          }
        : {},
    send: async ({ from = '', to = '', timeZone = '' }) => {
      setMessage('')
      await onSave(on ? { from, to, timeZone } : null)
      // Without quiet hours there is nothing to save, so the pressed button was removed.
      if (!on) checkbox.current?.focus()
      setMessage(on ? `It is quiet from ${from} to ${to}.` : 'There are no quiet hours.')
    },
  })

  return (
    <div className="card-part">
      <h3>Quiet hours</h3>
      <form className="form" {...props}>
        <CheckboxField
          ref={checkbox}
          id="quiet-hours"
          label="Keep it quiet at certain hours"
          checked={on}
          onCheck={(checked) => {
            setOn(checked)
            setMessage('')
          }}
        >
          <p className="soft">
            What comes up then arrives at their end.
            {site.features.ordering && ' Changes of an order arrive at any time.'}
          </p>
        </CheckboxField>
        {on && (
          <>
            <div className="columns">
              <Field
                id="quiet-from"
                name="from"
                data-corrects="to"
                type="time"
                label="From"
                defaultValue={from}
                error={errors.from}
              />
              <Field id="quiet-to" name="to" type="time" label="To" defaultValue={to} error={errors.to} />
            </div>
            <SelectField
              id="quiet-zone"
              name="timeZone"
              label="Time zone"
              defaultValue={timeZone}
              error={errors.timeZone}
              options={[...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')])}
            />
          </>
        )}
        <FormProblem problem={problem} />
        {(on || saved) && (
          <QuietButton type="submit" busy={busy}>
            Save quiet hours
          </QuietButton>
        )}
        <ActionStatus message={message ? { text: message } : null} busy={busy && 'Saving …'} />
      </form>
    </div>
  )
}

const NO_TIME = 'Choose a time.'
