import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatMoney } from '#contract/money.ts'
import { formatLocalDayTime } from '#contract/opening-hours.ts'
import type { Order } from '#contract/ordering.ts'
import { TicketLines } from './ticket-lines.tsx'
import { customerWords, dietaryOf, paymentWords, unpaidWords } from './ticket-words.ts'
import './printed-ticket.css'

/** One ticket on paper of 80 mm: while it is here, it is all that is printed. */
export function PrintedTicket({ order, onPrinted }: { order: Order; onPrinted: () => void }) {
  const { vendor, number, promisedAt, placedAt, address, customer, note, total } = order
  const dietary = dietaryOf(order)
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])

  return createPortal(
    <section className="printed-ticket" aria-hidden="true">
      <p>{vendor.name}</p>
      <h2>{number}</h2>
      <p className="printed-due">{formatLocalDayTime(promisedAt, vendor.timezone, placedAt)}</p>
      <p>{customerWords(order)}</p>
      {address && (
        <p>
          {address.address}, {address.city}, {address.postcode}
        </p>
      )}
      {customer.phone && <p>{customer.phone}</p>}
      <TicketLines lines={order.lines} />
      {dietary.length > 0 && <p className="printed-dietary">{dietary.join(', ')}</p>}
      {note && <p>“{note}”</p>}
      <p>
        {formatMoney(total, order)}, {unpaidWords(order) || paymentWords(order)}
      </p>
    </section>,
    document.body,
  )
}
