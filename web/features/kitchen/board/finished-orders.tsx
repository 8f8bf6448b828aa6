import { formatMoney } from '#contract/money.ts'
import { formatLocalTime } from '#contract/opening-hours.ts'
import { chargedPaymentStates, finalOrderStates, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { nativePlatform } from '../../../device/native.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { Link } from '../../../kit/link.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { describePayment, getLastEventReason } from './ticket/ticket-texts.ts'

interface FinishedOrdersProps {
  orders: readonly Order[]
  onPrint: (order: Order) => void
  /** Opens the refund dialog; null when the member may not refund. */
  onRefund: ((order: Order) => void) | null
}

/** The orders that were finished today, the latest first, with buttons to print and refund them. */
export function FinishedOrders({ orders, onPrint, onRefund }: FinishedOrdersProps) {
  const finished = orders.filter(({ state }) => finalOrderStates.includes(state)).toReversed()
  if (finished.length === 0) return null
  return (
    <details className="board-finished">
      <summary>Finished today: {finished.length}</summary>
      <ul className="stack" data-gap="small">
        {finished.map((order) => (
          <RowErrorBoundary key={order.orderId}>
            {() => (
              <li className="card">
                <b>{order.number}</b>
                <span>
                  <bdi>{order.customer.name}</bdi>
                  <span className="soft">
                    {' '}
                    {orderStateLabels[order.state]}
                    {order.events.length > 0 &&
                      `, ${formatLocalTime(order.events.at(-1)?.at ?? 0, order.vendor.timezone)}`}
                    {getLastEventReason(order) && (
                      <>
                        : <bdi>{getLastEventReason(order)}</bdi>
                      </>
                    )}
                  </span>
                  {order.payment === 'card' && (
                    <span className="board-money">
                      {[describePayment(order), describeRefunds(order)].filter(Boolean).join(', ')}
                    </span>
                  )}
                </span>
                <span>{formatMoney(order.total, order)}</span>
                <span className="row board-finished-tools">
                  {onRefund && calculateRefundable(order) > 0 && (
                    <TextButton onClick={() => onRefund(order)}>
                      Give back …<span className="visually-hidden"> of order {order.number}</span>
                    </TextButton>
                  )}
                  {!nativePlatform && (
                    <TextButton onClick={() => onPrint(order)}>
                      Print<span className="visually-hidden"> order {order.number}</span>
                    </TextButton>
                  )}
                  <Link to={`/orders/${order.orderId}`}>
                    Details<span className="visually-hidden"> of order {order.number}</span>
                  </Link>
                </span>
              </li>
            )}
          </RowErrorBoundary>
        ))}
      </ul>
    </details>
  )
}

const sumAmounts = (refunds: Order['refunds']) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the amount of a card payment that can still be refunded, in minor units. */
export const calculateRefundable = ({ payment, paymentState, total, refunds }: Order): number =>
  payment === 'card' && chargedPaymentStates.includes(paymentState)
    ? total - sumAmounts(refunds.filter(({ state }) => state !== 'failed'))
    : 0

const refundLabels = { succeeded: 'given back', pending: 'on its way back', failed: 'could not be given back' }

/** Describes the refunds of an order by state: "£3.00 given back, £2.00 on its way back". */
const describeRefunds = (order: Order): string =>
  Object.entries(refundLabels)
    .map(([state, label]) => ({ label, sum: sumAmounts(order.refunds.filter((refund) => refund.state === state)) }))
    .filter(({ sum }) => sum > 0)
    .map(({ label, sum }) => `${formatMoney(sum, order)} ${label}`)
    .join(', ')
