import { useState } from 'react'
import { createDeskKitchen, type DeskKitchen } from '#contract/desk-kitchens.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { KitchenFields } from '../../../kit/kitchen-fields.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'

/** The form that creates a kitchen for an existing account. */
export function KitchenForm({ onMade }: { onMade: (kitchen: DeskKitchen) => void }) {
  const [made, setMade] = useState(0)
  const form = useForm({
    offline: UNREACHABLE,
    check: ({ name = '', owner = '' }) => ({ name: fieldProblems.name(name), owner: fieldProblems.email(owner) }),
    send: async ({ name = '', slug = '', timezone = '', currency = '', owner = '' }) => {
      const body = { name, slug, timezone, owner: owner.trim(), currency: currency.trim().toUpperCase() }
      onMade(await api(createDeskKitchen, { body }))
      form.props.ref.current?.reset()
      // A new key resets the fields that have state of their own.
      setMade((last) => last + 1)
    },
  })
  return (
    <Form form={form} submit="Make it" aria-label="Make a kitchen">
      <KitchenFields key={made} errors={form.errors} />
      <Field id="kitchen-owner" name="owner" type="email" label="Email of its owner" />
    </Form>
  )
}
