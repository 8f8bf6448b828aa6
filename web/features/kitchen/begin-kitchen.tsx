import { createKitchen } from '#contract/kitchen.ts'
import { api } from '../../api/call-api.ts'
import { UNREACHABLE } from '../../api/problem.ts'
import { fieldProblems } from '../../forms/field-problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useGo } from '../../kit/go.ts'
import { KitchenFields } from '../../kit/kitchen-fields.tsx'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'

/** Begins a kitchen: what cannot easily be changed later is asked for, everything else has its own page. */
export function BeginKitchen() {
  const go = useGo()
  const form = useForm({
    check: ({ name = '' }) => ({ name: fieldProblems.name(name) }),
    send: async ({ name = '', slug = '', timezone = '', currency = '' }) => {
      const body = { name, slug, timezone, currency: currency.trim().toUpperCase() }
      const { terms } = await api(createKitchen, { body })
      await go(`/kitchen/${terms.slug}/menu`)
    },
    offline: UNREACHABLE,
  })
  return (
    <section className="card" aria-labelledby="begin">
      <h2 id="begin">Begin a kitchen</h2>
      <p className="soft">
        You can write its menu and its hours at once. Customers see it when an admin has opened it.
      </p>
      <form className="form" {...form.props}>
        <KitchenFields errors={form.errors} />
        <FormProblem problem={form.problem} />
        <SubmitButton busy={form.busy} busyWords="Beginning …">
          Begin it
        </SubmitButton>
      </form>
    </section>
  )
}
