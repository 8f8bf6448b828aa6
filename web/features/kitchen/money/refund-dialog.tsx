import { useState } from 'react'
import type { Body } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { refundOrder } from '#contract/payments.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { AmountField } from '../editing/amount-field.tsx'

/** A paid order of which something can be given back. */
export interface Refundable {
  orderId: string
  number: number
  currency: string
  currencyDigits: number
  /** What is left to give back, with these digits. */
  left: number
}

interface RefundDialogProps {
  vId: string
  of: Refundable
  /** What was given back, and the order as it is then. */
  onDone: (amount: number, order: Order) => void
  onClose: () => void
}

/** Gives money back by card: all that is left, or a part of it, for a reason that the customer reads. */
export function RefundDialog({ vId, of: order, onDone, onClose }: RefundDialogProps) {
  const { orderId, number, left } = order
  // Sent again after a lost answer, it is not given back twice.
  const [key] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState(formatMoneyInput(left, order))
  const [reason, setReason] = useState('')
  const amount = parseMoney(typed, order)
  const { props, busy, errors, problem } = useForm({
    offline: `${UNREACHABLE} Nothing is given back twice.`,
    check: () => ({ amount: amountProblem(amount, order), reason: reason.trim() ? '' : NO_REASON }),
    send: async ({ currentPassword = '' }) => {
      const body: Body<typeof refundOrder> = { key, amount: amount ?? 0, reason: reason.trim(), currentPassword }
      const refunded = await api(refundOrder, { params: { vId, id: orderId }, body })
      onDone(amount ?? 0, refunded)
      // The dialog gives the focus back to where it came from.
      props.ref.current?.closest('dialog')?.close()
    },
  })

  return (
    <Dialog title={`Give money back, order ${number}`} onClose={onClose}>
      <form className="form" {...props}>
        <AmountField
          id="refund-amount"
          name="amount"
          label="How much"
          currency={order}
          hint={`${formatMoney(left, order)} of what was paid by card is left.`}
          value={typed}
          error={errors.amount}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextareaField
          id="refund-reason"
          name="reason"
          label="Why"
          hint="The customer reads it, and it stands on the credit note."
          rows={2}
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <PasswordField
          id="refund-password"
          name="currentPassword"
          label="Your password"
          hint="So that nobody else gives money away here. Leave it empty if you log in without one: then you must have done so within the last ten minutes."
          error={errors.currentPassword}
        />
        <FormProblem problem={problem} />
        <div className="buttons">
          <button type="submit" className="quiet-button" data-kind="grave" aria-disabled={busy || undefined}>
            {busy ? 'Giving back …' : amount && amount > 0 ? `Give ${formatMoney(amount, order)} back` : 'Give back'}
          </button>
          <button
            type="button"
            className="quiet-button"
            onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          >
            Keep it
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const NO_REASON = 'Write why: the customer reads it.'

function amountProblem(amount: number | null, order: Refundable): string {
  if (amount === null || amount <= 0) return `Enter an amount above zero, such as ${formatMoneyInput(450, order)}.`
  return amount > order.left ? `At most ${formatMoney(order.left, order)} is left to give back.` : ''
}
