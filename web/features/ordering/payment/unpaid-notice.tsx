import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { Link } from '../../../kit/link.tsx'
import { formatPaymentDeadlineSuffix } from '../orders/order-text.ts'
import { orderKeys, orderQueries, useLiveAwareQueryOptions } from '../queries.ts'
import { findTrackingToken, removeResolvedUnpaidOrder, unpaidOrders } from '../stored-orders.ts'

/**
 * Tells the customer at a checkout that an earlier order at the same kitchen is unpaid, so that the customer does not
 * order twice.
 */
export function EarlierUnpaidOrderNotice({ kitchenId, now }: { kitchenId: string; now: number }) {
  // The id is read only once, because the order that this checkout places later is not an earlier order.
  const [orderId = ''] = useState(() => unpaidOrders.read().find(({ vId }) => vId === kitchenId)?.orderId)
  const query = useLiveAwareQueryOptions(orderQueries.order(orderId, findTrackingToken(orderId)))
  const { data: order } = useQuery({ ...query, enabled: orderId !== '' })
  useLiveInvalidation(orderKeys.order(orderId), 'orderChanged', (event) => event.orderId === orderId)
  useEffect(() => {
    if (order) removeResolvedUnpaidOrder(order)
  }, [order])

  if (order?.state !== 'awaiting_payment') return null
  return (
    <div className="note whole-row" role="status">
      <p>
        Your order {order.number} here, for {formatMoney(order.total, order)}, waits for its payment
        {formatPaymentDeadlineSuffix(order, now)}.
      </p>
      <Link className="quiet-button" to={`/orders/${order.orderId}`}>
        Pay it or cancel it
      </Link>
    </div>
  )
}
