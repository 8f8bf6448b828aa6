import { useState } from 'react'
import type { Body } from '#contract/endpoint.ts'
import type { createKitchen, ManagedKitchen } from '#contract/kitchen.ts'
import { json } from '../kit/api.ts'
import { Field } from '../kit/field.tsx'
import { fieldProblems } from '../kit/field-problems.ts'
import { FormProblem } from '../kit/form-problem.tsx'
import { useGo } from '../kit/go.ts'
import { UNREACHABLE } from '../kit/problem.ts'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useForm } from '../kit/use-form.ts'
import { callKitchen } from './call-kitchen.ts'
import { slugOf } from './slug-of.ts'

/** Begins a kitchen: what cannot easily be changed later is asked for, everything else has its own page. */
export function BeginKitchen() {
  const go = useGo()
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string | null>(null)
  const form = useForm({
    check: ({ name = '' }) => ({ name: fieldProblems.name(name) }),
    send: async ({ name = '', slug = '', timezone = '', currency = '' }) => {
      const body: Body<typeof createKitchen> = { name, slug, timezone, currency: currency.trim().toUpperCase() }
      const { terms } = await callKitchen<ManagedKitchen>('', json('POST', body))
      await go(`/kitchen/${terms.slug}/menu`)
    },
    offline: UNREACHABLE,
  })

  return (
    <section className="kitchen-card" aria-labelledby="begin">
      <h2 id="begin">Begin a kitchen</h2>
      <p className="kitchen-soft">
        You can write its menu and its hours at once. Customers see it when an admin has opened it.
      </p>
      <form className="form kitchens-form" {...form.props}>
        <Field
          id="kitchen-name"
          name="name"
          label="Name"
          autoComplete="off"
          required
          value={name}
          error={form.errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          id="kitchen-slug"
          name="slug"
          label="Address"
          hint={`Customers find it at /order/${slug ?? (slugOf(name) || '…')}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          value={slug ?? slugOf(name)}
          error={form.errors.slug}
          onChange={(event) => setSlug(event.target.value)}
        />
        <div className="field">
          <label htmlFor="kitchen-timezone">Time zone</label>
          <TimeZones />
          {form.errors.timezone && <p className="field-error">{form.errors.timezone}</p>}
        </div>
        <Field
          id="kitchen-currency"
          name="currency"
          label="Currency"
          hint="Three letters, such as GBP or EUR. It stays once you have taken an order."
          autoComplete="off"
          maxLength={3}
          required
          defaultValue="GBP"
          error={form.errors.currency}
        />
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Beginning …">
          Begin it
        </SubmitButton>
      </form>
    </section>
  )
}

/** Where the kitchen's clock hangs; at first that of the browser. */
function TimeZones() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const all = Intl.supportedValuesOf?.('timeZone') ?? []
  return (
    <select id="kitchen-timezone" name="timezone" defaultValue={here}>
      {[...new Set([here, ...all])].map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </select>
  )
}
