import { type FormEvent, useId } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { describeChargeTime } from '../orders/order-text.ts'
import { CardFields } from './card-fields.tsx'
import { usePayment } from './use-payment.ts'
import './pay-order.css'

export interface PayOrderProps {
  order: Order
  token: string | null
  isBackFromBank: boolean
  refetch: () => void
}

/** The form that pays an order by card, and the state of its payment. */
export function PayOrder({ order, token, isBackFromBank, refetch }: PayOrderProps) {
  const heading = useId()
  const { phase, fields, isPayable, chargedAtOnce, refusal, problem, pay } = usePayment(
    order,
    token,
    isBackFromBank,
    refetch,
  )
  const price = formatMoney(order.total, order)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    pay()
  }

  if (phase === 'foreign') return null
  return (
    <form className="card pay screen-only" data-raised="" aria-labelledby={heading} onSubmit={onSubmit} noValidate>
      <h2 id={heading}>Pay {price} by card</h2>
      <div role="status" className="stack">
        {!isPayable && phaseText[phase] && <p>{phaseText[phase]}</p>}
        {problem && phase !== 'closed' && <p>{problem} It is tried again by itself.</p>}
      </div>
      <div role="alert" className="state" data-kind="grave">
        {isPayable && phase !== 'paying' && refusal && <p>{refusal}</p>}
        {phase === 'closed' && <p>{problem}</p>}
      </div>
      {/* The fields stay during the payment, because the provider shows the bank's page in them. */}
      <div className="form" hidden={!isPayable}>
        {isPayable && <p className="field-hint">{describeChargeTime(chargedAtOnce)}</p>}
        <CardFields fields={fields} alternative="cancel the order and pay when you get your food" />
        <SubmitButton busy={phase !== 'open'} busyText={phase === 'paying' ? 'Paying …' : 'Asking …'}>
          Pay {price}
        </SubmitButton>
      </div>
    </form>
  )
}

const phaseText: Record<string, string> = {
  checking: 'Asking how it can be paid …',
  sent: 'The payment is sent. We are asking whether it has arrived …',
  unknown: 'It is not known yet whether the payment arrived; we are asking. Nothing is taken twice.',
}
