import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatMoney } from '#contract/money.ts'
import { listAddressParts } from '#contract/order-facts.ts'
import type { Order } from '#contract/ordering.ts'
import { BidiIsolatedList } from '../../../../kit/isolated-texts.tsx'
import { TicketLines } from './ticket-lines.tsx'
import {
  describeLostPayment,
  describePayment,
  formatPrintedDueTime,
  listCustomerAndService,
  listDietaryRequirements,
} from './ticket-texts.ts'
import './ticket-print-job.css'

/** Prints a ticket on 80 mm paper. While the ticket is mounted, no other part of the page is printed. */
export function TicketPrintJob({ order, onPrinted }: { order: Order; onPrinted: () => void }) {
  const { vendor, number, customer, note, total } = order
  const address = listAddressParts(order)
  const dietary = listDietaryRequirements(order)
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])

  return createPortal(
    <section className="printed-ticket" aria-hidden="true">
      <p>{vendor.name}</p>
      <h2>{number}</h2>
      <p className="printed-due">{formatPrintedDueTime(order)}</p>
      <p>
        <BidiIsolatedList texts={listCustomerAndService(order)} />
      </p>
      {address.length > 0 && (
        <p>
          <BidiIsolatedList texts={address} />
        </p>
      )}
      {customer.phone && <p>{customer.phone}</p>}
      <TicketLines lines={order.lines} />
      {dietary.length > 0 && <p className="printed-dietary">{dietary.join(', ')}</p>}
      {note && (
        <p>
          “<bdi>{note}</bdi>”
        </p>
      )}
      <p>
        {formatMoney(total, order)}, {describeLostPayment(order) || describePayment(order)}
      </p>
    </section>,
    document.body,
  )
}
