import { formatMoney } from '#contract/money.ts'
import type { Statement, StatementEntry } from '#contract/statements.ts'
import { Link } from '../../../kit/link.tsx'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import type { Refundable } from './refund-dialog.tsx'

interface EntriesProps {
  statement: Statement
  onRefund: (order: Refundable) => void
}

/** The receipts and credit notes of a month, with buttons that refund card payments. */
export function Entries({ statement: { entries, damaged, timezone }, onRefund }: EntriesProps) {
  const dates = new Intl.DateTimeFormat('en-GB', {
    ...({ timeZone: timezone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
  })
  return (
    <section className="stack money-entries" aria-labelledby="money-entries">
      <h3 id="money-entries">Receipts and credit notes</h3>
      <DamagedNote rows={damaged} />
      {entries.length === 0 ? (
        <p className="empty soft">Nothing was paid in this month. Each order that is paid comes here.</p>
      ) : (
        <ul className="rows">
          {entries.map((entry) => (
            <li key={entry.receiptId} data-kind={entry.kind}>
              <span className="money-what">
                <b>{nameOf(entry)}</b>
                <span className="soft">
                  <time dateTime={new Date(entry.issuedAt).toISOString()}>{dates.format(entry.issuedAt)}</time>,{' '}
                  {howPaid[entry.payment]}
                </span>
              </span>
              <Link to={`/orders/${entry.orderId}/receipts`}>
                Order {entry.orderNumber}
                <span className="visually-hidden">, {nameOf(entry).toLowerCase()}</span>
              </Link>
              <span className="money-amount">
                {formatMoney(signOf(entry) * entry.amount, entry)}
                <span className="soft">
                  {entry.commission > 0 &&
                    (entry.kind === 'receipt'
                      ? `commission ${formatMoney(entry.commission, entry)}`
                      : `commission back ${formatMoney(entry.commission, entry)}`)}
                </span>
              </span>
              <span className="money-tool">
                {entry.refundable > 0 && (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() =>
                      onRefund({
                        orderId: entry.orderId,
                        number: entry.orderNumber,
                        currency: entry.currency,
                        currencyDigits: entry.currencyDigits,
                        left: entry.refundable,
                      })
                    }
                  >
                    Give back …<span className="visually-hidden"> of order {entry.orderNumber}</span>
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameOf = ({ kind, number }: StatementEntry): string =>
  kind === 'receipt' ? `Receipt ${number}` : `Credit note ${number}`

const signOf = ({ kind }: StatementEntry): 1 | -1 => (kind === 'receipt' ? 1 : -1)

const howPaid = { cash: 'in cash', card_machine: 'by card at the door', card: 'by card' } as const
