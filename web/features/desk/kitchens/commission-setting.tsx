import { useEffect, useState } from 'react'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { setCommission } from '#contract/desk-payments.ts'
import { COMMISSION_MAX } from '#contract/ordering-limits.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { useForm } from '../../../forms/use-form.ts'
import { formatPercent, formatPercentInput, parsePercent } from '../../../kit/percent.ts'
import { useReplacedFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface CommissionSettingProps {
  kitchen: DeskKitchen
  onSaved: (kitchen: DeskKitchen) => void
}

export function CommissionSetting({ kitchen, onSaved }: CommissionSettingProps) {
  const [changing, change] = useState(false)
  const { button } = useReplacedFocus(changing, 'input')
  if (changing) return <CommissionForm kitchen={kitchen} onSaved={onSaved} onClose={() => change(false)} />
  return (
    <p className="row">
      It pays {formatPercent(kitchen.commissionRate)} of what it sells.
      <button ref={button} type="button" className="link-button" onClick={() => change(true)}>
        Change<span className="visually-hidden"> the commission of {kitchen.name}</span> …
      </button>
    </p>
  )
}

function CommissionForm({
  kitchen: { vId, name, commissionRate },
  onSaved,
  onClose,
}: CommissionSettingProps & { onClose: () => void }) {
  const form = useForm({
    offline: UNREACHABLE,
    check: ({ amount = '' }) => {
      const rate = parsePercent(amount)
      return { amount: rate === null || rate > COMMISSION_MAX ? RANGE : '' }
    },
    send: async ({ amount = '' }) => {
      onSaved(await api(setCommission, { params: { vId }, body: { rate: parsePercent(amount) ?? 0 } }))
      onClose()
    },
  })
  const { ref } = form.props
  useEffect(() => {
    const field = ref.current?.querySelector('input')
    // Some browsers do not focus the field when its text is selected.
    field?.focus()
    field?.select()
  }, [ref])

  return (
    <Form
      form={form}
      submit="Save"
      cancel={<QuietButton onClick={onClose}>Cancel</QuietButton>}
      className="inset"
      aria-label={`Commission of ${name}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field
        id={`commission-${vId}`}
        name="amount"
        label="Commission (%)"
        hint="Of each sale from now on. What has been sold keeps the commission of its day."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={formatPercentInput(commissionRate)}
      />
    </Form>
  )
}

const RANGE = `Enter a percentage from 0 to ${COMMISSION_MAX / 100}, with at most two digits after the point.`
