import { interfaceLocale } from '#contract/interface-locale.ts'
import { formatMoney } from '#contract/money.ts'
import type { MonthlyStatement } from '#contract/statements.ts'
import { Link } from '../../../kit/link.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { RefundableOrder } from './refund-flow.tsx'

interface EntriesProps {
  statement: MonthlyStatement
  onRefund: (order: RefundableOrder) => void
}

export function StatementEntries({ statement: { entries, damaged, timezone }, onRefund }: EntriesProps) {
  const { format } = new Intl.DateTimeFormat(interfaceLocale, {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <section className="stack money-entries" aria-labelledby="money-entries">
      <h3 id="money-entries">Receipts and credit notes</h3>
      <DamagedRowsNote rows={damaged} />
      {entries.length === 0 ? (
        <p className="empty soft">Nothing was paid in this month. Each order that is paid comes here.</p>
      ) : (
        <ul className="rows">
          {entries.map((entry) => (
            <li key={entry.receiptId} data-kind={entry.kind}>
              <span className="money-what">
                <b>
                  {kinds[entry.kind].name} {entry.number}
                </b>
                <span className="soft">
                  <time dateTime={new Date(entry.issuedAt).toISOString()}>{format(entry.issuedAt)}</time>,{' '}
                  {howPaid[entry.payment]}
                </span>
              </span>
              <Link to={`/orders/${entry.orderId}/receipts`}>
                Order {entry.orderNumber}
                <span className="visually-hidden">
                  , {kinds[entry.kind].name.toLowerCase()} {entry.number}
                </span>
              </Link>
              <span className="money-amount">
                {formatMoney(kinds[entry.kind].sign * entry.amount, entry)}
                <span className="soft">
                  {entry.commission > 0 && `${kinds[entry.kind].commission} ${formatMoney(entry.commission, entry)}`}
                </span>
              </span>
              <span className="money-tool">
                {entry.refundable > 0 && (
                  <TextButton onClick={() => onRefund({ ...entry, number: entry.orderNumber, left: entry.refundable })}>
                    Give back …<span className="visually-hidden"> of order {entry.orderNumber}</span>
                  </TextButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const kinds = {
  receipt: { name: 'Receipt', sign: 1, commission: 'commission' },
  credit_note: { name: 'Credit note', sign: -1, commission: 'commission back' },
} as const
const howPaid = { cash: 'in cash', card_machine: 'by card at the door', card: 'by card' } as const
