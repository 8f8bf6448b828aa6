import type { DeskPayment } from '#contract/desk-payments.ts'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels, type PaymentState } from '#contract/order-states.ts'
import { Link } from '../../../kit/link.tsx'
import { StateText } from '../../../ui/tag.tsx'
import { RowLink } from '../lists/list-rows.tsx'

const paymentStateLabels: Record<PaymentState, string> = {
  none: 'Not begun',
  pending: 'Waits for a card',
  failed: 'Card refused',
  authorised: 'Held on the card',
  captured: 'Paid',
  partially_refunded: 'Partly given back',
  refunded: 'Given back',
  voided: 'Let go',
}
const paymentStateKinds: Partial<Record<PaymentState, 'good' | 'asks' | 'grave'>> = {
  pending: 'asks',
  failed: 'grave',
  authorised: 'asks',
  captured: 'good',
  partially_refunded: 'good',
}

/** One card payment with customer, amount and state, and links to the order and to the money page of the kitchen. */
export function PaymentRow({ payment }: { payment: DeskPayment }) {
  const { orderId, number, vendor, customer, total, state, paymentState, refunds, card, declined } = payment
  const back = refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amount), 0)
  return (
    <li className="payment-row">
      <RowLink to={`/orders/${orderId}`} at={payment.placedAt}>
        <b>
          {formatMoney(total, payment)}, order {number} at {vendor.name}
        </b>
        <span>{[customer.guest && 'Guest', customer.name, card].filter(Boolean).join(', ')}</span>
        <span>
          <StateText kind={paymentStateKinds[paymentState]}>{paymentStateLabels[paymentState]}</StateText>
          <span className="soft">
            {back > 0 && `, ${formatMoney(back, payment)} back`}, order {orderStateLabels[state].toLowerCase()}
          </span>
        </span>
        {declined && <StateText kind="grave">{`The bank said: ${declined}`}</StateText>}
      </RowLink>
      <Link className="payment-kitchen" to={`/kitchen/${vendor.slug}/money`}>
        Money<span className="visually-hidden"> of {vendor.name}</span>
      </Link>
    </li>
  )
}
