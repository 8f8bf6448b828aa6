import { type FormEvent, useId } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { chargeWords } from '../orders/card-words.ts'
import { CardFields } from './card-fields.tsx'
import { usePayment } from './use-payment.ts'
import './pay-order.css'

interface PayOrderProps {
  order: Order
  token: string | null
  /** Whether the customer comes back from their bank. */
  returned: boolean
  /** Asks for the order anew. */
  again: () => void
}

/** Lets an order that waits for its payment be paid by card, and says what has become of that. */
export function PayOrder({ order, token, returned, again }: PayOrderProps) {
  const heading = useId()
  const { phase, fields, isPayable, chargedAtOnce, refused, problem, pay } = usePayment(order, token, returned, again)
  const price = formatMoney(order.total, order)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    pay()
  }

  if (phase === 'foreign') return null
  return (
    <form className="card pay" data-raised="" aria-labelledby={heading} onSubmit={onSubmit} noValidate>
      <h2 id={heading}>Pay {price} by card</h2>
      <div role="status" className="stack">
        {!isPayable && phaseWords[phase] && <p>{phaseWords[phase]}</p>}
        {problem && phase !== 'shut' && <p>{problem} It is tried again by itself.</p>}
      </div>
      <div role="alert" className="state" data-kind="grave">
        {isPayable && phase !== 'paying' && refused && <p>{refused}</p>}
        {phase === 'shut' && <p>{problem}</p>}
      </div>
      {/* They stay while the payment is on its way: the bank's question stands in them. */}
      <div className="form pay-fields" hidden={!isPayable}>
        {isPayable && <p className="field-hint">{chargeWords(chargedAtOnce)}</p>}
        <CardFields fields={fields} instead="cancel the order and pay when you get your food" />
        <SubmitButton busy={phase !== 'open'} busyWords={phase === 'paying' ? 'Paying …' : 'Asking …'}>
          Pay {price}
        </SubmitButton>
      </div>
    </form>
  )
}

const phaseWords: Record<string, string> = {
  asking: 'Asking how it can be paid …',
  sent: 'The payment is sent. We are asking whether it has arrived …',
  unknown: 'It is not known yet whether the payment arrived; we are asking. Nothing is taken twice.',
}
