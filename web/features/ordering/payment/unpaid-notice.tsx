import { useEffect, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { ORDER_POLL_MS } from '#contract/ordering-limits.ts'
import { Link } from '../../../kit/link.tsx'
import { fetchOrder } from '../orders/ask-order.ts'
import { payByWords } from '../orders/card-words.ts'
import { trackingTokenOf } from '../tracked-orders.ts'
import { useAskedBy } from '../use-asked.ts'
import { seeOrder, unpaidAt } from './unpaid-orders.ts'
import './pay-order.css'

/** Says at a checkout that an order of this browser at the same kitchen waits for its payment: it need not be ordered twice. */
export function UnpaidNotice({ vId, now }: { vId: string; now: number }) {
  // What is sent here meanwhile is no news here.
  const [orderId] = useState(() => unpaidAt(vId))
  const { answer: order } = useAskedBy(
    orderId ?? null,
    () => fetchOrder(orderId ?? '', trackingTokenOf(orderId ?? '')),
    ORDER_POLL_MS,
  )
  useEffect(() => {
    if (order) seeOrder(order)
  }, [order])

  if (order?.state !== 'awaiting_payment') return null
  return (
    <div className="note unpaid" role="status">
      <p>
        Your order {order.number} here, for {formatMoney(order.total, order)}, waits for its payment
        {payByWords(order, now)}.
      </p>
      <Link className="quiet-button" to={`/orders/${order.orderId}`}>
        Pay it or cancel it
      </Link>
    </div>
  )
}
