import type { FormEvent } from 'react'
import { saveKitchenSettings } from '#contract/kitchen.ts'
import { api } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { AmountField } from '../editing/amount-field.tsx'
import type { FormDraft } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { DisabledForStaff, mayEdit } from '../editing/staff-access.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { type FeesValues, feesFrom, feesProblems } from './delivery-values.ts'

/** The form for delivery fees and the minimum order. */
export function FeesForm({ kitchen, change, edited }: KitchenPageProps & { edited: FormDraft<FeesValues> }) {
  const { vId, currency } = kitchen.terms
  const { fields: formValues } = edited
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const field = (name: 'fee' | 'freeOver' | 'minimum') => ({
    id: `fees-${name}`,
    name,
    currency,
    value: formValues[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      edited.change({ [name]: currentTarget.value }),
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = feesProblems(formValues, currency)
    setProblems(found)
    if (hasProblems(found)) return
    await saving.perform({
      done: 'What delivery costs is saved.',
      run: async () => {
        const body = { ...kitchen.terms, ...feesFrom(formValues, currency) }
        const now = await api(saveKitchenSettings, { params: { vId }, body })
        edited.drop(formValues)
        change(now)
      },
    })
  }

  return (
    <form {...props} className="form card" aria-labelledby="fees" onSubmit={save}>
      <h2 id="fees">As usual</h2>
      <DisabledForStaff kitchen={kitchen}>
        <div className="columns">
          <AmountField label="Delivery" hint="Empty: free" {...field('fee')} />
          <AmountField label="Free over" hint="Empty: never free" {...field('freeOver')} />
          <AmountField label="Minimum order" hint="For delivery. Empty: none" {...field('minimum')} />
        </div>
      </DisabledForStaff>
      {mayEdit(kitchen) && <SaveBar words="Save what it costs" edited={edited} saving={saving} />}
    </form>
  )
}
