import { Fragment } from 'react'
import { formatMoney } from '#contract/money.ts'
import { formatRelativeDayTimePhrase } from '#contract/opening-hours.ts'
import { formatLineTotal, listLineDetails, listOrderAmountTexts, listOrderFacts } from '#contract/order-facts.ts'
import type { Order } from '#contract/ordering.ts'
import { BidiIsolatedList } from '../../../kit/isolated-texts.tsx'
import { Link } from '../../../kit/link.tsx'
import { hasReceipts, refundLabels } from './order-text.ts'

/** Shows the lines, totals and details of an order as they were when the order was placed. */
export function Receipt({ order, now }: { order: Order; now: number }) {
  const { lines, refunds, vendor } = order
  return (
    <section className="card receipt" data-raised="" aria-labelledby="receipt-heading">
      <h2 id="receipt-heading">Receipt</h2>
      <p className="receipt-when">
        Order {order.number} at <bdi>{vendor.name}</bdi>, placed{' '}
        {formatRelativeDayTimePhrase(order.placedAt, vendor.timezone, now)}
      </p>
      <ul className="bill-lines">
        {lines.map((line, index) => (
          <li key={index}>
            <span>{line.quantity}×</span>
            <span>{line.name}</span>
            <span>{formatLineTotal(line, order)}</span>
            {listLineDetails(line).map((detail) => (
              <small key={detail}>{detail}</small>
            ))}
          </li>
        ))}
      </ul>
      <dl className="bill-sums receipt-sums">
        {listOrderAmountTexts(order).map(({ name, value }) => (
          <Fragment key={name}>
            <dt className={name === 'Total' ? 'bill-total' : undefined}>{name}</dt>
            <dd className={name === 'Total' ? 'bill-total' : undefined}>{value}</dd>
          </Fragment>
        ))}
        {refunds.map((refund) => (
          <Fragment key={refund.refundId}>
            <dt data-refund={refund.state}>
              {refundLabels[refund.state]}
              {refund.reason && <small>{refund.reason}</small>}
            </dt>
            <dd data-refund={refund.state}>{formatMoney(-refund.amount, order)}</dd>
          </Fragment>
        ))}
      </dl>
      {hasReceipts(order) && (
        <p className="screen-only">
          <Link className="link-button" to={`/orders/${order.orderId}/receipts`}>
            {refunds.length > 0 ? 'Receipt and credit notes' : 'Receipt'} to keep, as PDF
          </Link>
        </p>
      )}
      <dl className="receipt-facts">
        {listOrderFacts(order).map(({ name, texts }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <BidiIsolatedList texts={texts} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
