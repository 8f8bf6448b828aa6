import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { refundPayment } from '#contract/payments.ts'
import { callForJson, createIdempotencyKey } from '../../../api/call-api.ts'
import { UNREACHABLE_MESSAGE } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../ui/dialog/modal.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { AmountField } from '../editing/amount-field.tsx'

export interface RefundableOrder extends Pick<Order, 'orderId' | 'number' | 'currency' | 'currencyDigits'> {
  /** The amount that can still be refunded, in minor units of the order's currency. */
  left: number
}

interface RefundingProps {
  kitchenId: string
  /** The order to refund; null while no refund dialog is open. */
  order: RefundableOrder | null
  onDone: (order: Order) => void
  onClose: () => void
}

/** Shows the refund dialog of an order, and the result of the most recent refund. */
export function RefundFlow({ order, ...dialog }: RefundingProps) {
  const outcome = useAction()
  return (
    <>
      <ActionOutcome {...outcome} />
      {order && <RefundDialog {...dialog} order={order} onRefunded={outcome.setMessage} />}
    </>
  )
}

interface RefundDialogProps extends RefundingProps {
  order: RefundableOrder
  onRefunded: (message: string) => void
}

/** The dialog that refunds all or a part of an order to the card, with a reason that is sent to the customer. */
function RefundDialog({ kitchenId, order, onRefunded, onDone, onClose }: RefundDialogProps) {
  const { orderId, number, left } = order
  // The server makes only one refund for each idempotency key. So a request can safely be sent again when its reply was
  // lost.
  const [key] = useState(() => createIdempotencyKey())
  const [amountText, setAmountText] = useState(formatMoneyInput(left, order))
  const amount = parseMoney(amountText, order) ?? 0
  const { withProof, dialog } = useOwnerProofDialog('A refund cannot be taken back.')
  const { props, busy, errors, problem } = useForm({
    offline: `${UNREACHABLE_MESSAGE} Nothing is given back twice.`,
    check: ({ reason = '' }) => ({
      amount: amountProblem(amount, order),
      reason: reason.trim() ? '' : 'Write why: the customer reads it.',
    }),
    send: async ({ reason = '' }) => {
      const body = { key, amount, reason: reason.trim() }
      const refunded = await withProof(() =>
        callForJson(refundPayment, { params: { vId: kitchenId, id: orderId }, body }),
      )
      const sum = formatMoney(amount, order)
      onRefunded(`${sum} of order ${number} is on its way back to the card. The customer gets a credit note.`)
      onDone(refunded)
      closeDialog(props.ref.current)
    },
  })

  return (
    <Dialog title={`Give money back, order ${number}`} onClose={onClose}>
      <form className="form" {...props}>
        <AmountField
          name="amount"
          label="How much"
          currency={order}
          hint={`${formatMoney(left, order)} of what was paid by card is left.`}
          value={amountText}
          error={errors.amount}
          onChange={(event) => setAmountText(event.target.value)}
        />
        <TextareaField
          name="reason"
          label="Why"
          hint="The customer reads it, and it stands on the credit note."
          rows={2}
          maxLength={REASON_LENGTH_MAX}
          error={errors.reason}
        />
        <FormProblem problem={problem} />
        <div className="buttons">
          <QuietButton type="submit" kind="grave" busy={busy}>
            {busy ? 'Giving back …' : amount > 0 ? `Give ${formatMoney(amount, order)} back` : 'Give back'}
          </QuietButton>
          <QuietButton onClick={(event) => closeDialog(event.currentTarget)}>Keep it</QuietButton>
        </div>
      </form>
      {dialog}
    </Dialog>
  )
}

function amountProblem(amount: number, order: RefundableOrder): string {
  if (amount <= 0) return `Enter an amount above zero, such as ${formatMoneyInput(450, order)}.`
  return amount > order.left ? `At most ${formatMoney(order.left, order)} is left to give back.` : ''
}
