import { Fragment } from 'react'
import { formatMoney } from '#contract/money.ts'
import { opening } from '#contract/opening-hours.ts'
import type { Order } from '#contract/ordering.ts'
import { Link } from '../../kit/link.tsx'
import { hasReceipts, refundWords } from './card-words.ts'
import { detailsOf, paymentWords, priceOf } from './order-words.ts'

/** What was ordered, as it was then, and what it costs. */
export function Receipt({ order, now }: { order: Order; now: number }) {
  const { currency, lines, service, subtotal, deliveryFee, total, refunds, address, vendor, note, customer } = order
  const where = address && [address.address, address.city, address.postcode].filter(Boolean).join(', ')
  return (
    <section className="receipt" aria-labelledby="receipt-heading">
      <h2 id="receipt-heading">Receipt</h2>
      <p className="receipt-when">
        Order {order.number} at {vendor.name}, placed {opening(order.placedAt, vendor.timezone, now)}
      </p>
      <ul className="receipt-lines">
        {lines.map((line, index) => (
          <li key={index}>
            <span>{line.quantity}×</span>
            <span className="receipt-name">{line.name}</span>
            <span>{priceOf(line, currency)}</span>
            {detailsOf(line) && <small>{detailsOf(line)}</small>}
          </li>
        ))}
      </ul>
      <dl className="receipt-sums">
        <dt>Subtotal</dt>
        <dd>{formatMoney(subtotal, currency)}</dd>
        {service === 'delivery' && (
          <>
            <dt>Delivery</dt>
            <dd>{deliveryFee === 0 ? 'Free' : formatMoney(deliveryFee, currency)}</dd>
          </>
        )}
        <dt className="receipt-total">Total</dt>
        <dd className="receipt-total">{formatMoney(total, currency)}</dd>
        {refunds.map((refund) => (
          <Fragment key={refund.refundId}>
            <dt data-refund={refund.state}>
              {refundWords[refund.state]}
              {refund.reason && <small>{refund.reason}</small>}
            </dt>
            <dd data-refund={refund.state}>{formatMoney(-refund.amount, currency)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="receipt-paid">{paymentWords(order)}</p>
      {hasReceipts(order) && (
        <p className="receipt-kept">
          <Link className="order-link" to={`/orders/${order.orderId}/receipts`}>
            {refunds.length > 0 ? 'Receipt and credit notes' : 'Receipt'} to keep, as PDF
          </Link>
        </p>
      )}
      <dl className="receipt-facts">
        <dt>{service === 'delivery' ? 'Brought to' : 'Picked up at'}</dt>
        <dd>{service === 'delivery' ? where : vendor.place || vendor.name}</dd>
        {customer.name && (
          <>
            <dt>For</dt>
            <dd>{[customer.name, customer.phone].filter(Boolean).join(', ')}</dd>
          </>
        )}
        {note && (
          <>
            <dt>Your note</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
