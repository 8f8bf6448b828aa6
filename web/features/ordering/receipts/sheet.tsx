import { useId, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Receipt } from '#contract/payments.ts'
import { problemOf, UNREACHABLE } from '../../../api/problem.ts'
import { saveFile } from '../../../device/save-file.ts'
import { slugOf } from '../../../forms/slug-of.ts'
import { fetchReceiptPdf } from '../orders/ask-order.ts'

const kinds = { receipt: 'Receipt', credit_note: 'Credit note' } as const

/** One receipt or credit note as a sheet of paper; it prints on a page of its own. */
export function Sheet({ receipt, token }: { receipt: Receipt; token: string | null }) {
  const { kind, number, orderNumber, receiptNumber, issuedAt, timezone, kitchen } = receipt
  const { lines, deliveryFee, amount, paid, reason } = receipt
  const heading = useId()
  const money = (minor: number) => formatMoney(minor, receipt)
  const isReceipt = kind === 'receipt'
  return (
    <article className="sheet" data-kind={kind} aria-labelledby={heading}>
      <header>
        <div>
          <p className="sheet-kitchen">{kitchen.name}</p>
          {kitchen.place && <p>{kitchen.place}</p>}
          {kitchen.phone && <p>{kitchen.phone}</p>}
        </div>
        <h2 id={heading}>
          {kinds[kind]} {number}
        </h2>
        <p>
          <time dateTime={new Date(issuedAt).toISOString()}>{dateIn(timezone).format(issuedAt)}</time>
          <br />
          Order {orderNumber}
          {receiptNumber !== null && `, receipt ${receiptNumber}`}
        </p>
      </header>
      {lines.length > 0 && (
        <ul className="bill-lines sheet-lines">
          {lines.map((line, index) => (
            <li key={index}>
              <span>{line.quantity}×</span>
              <span>
                {line.name}
                {line.details && <small>{line.details}</small>}
              </span>
              <span>{money(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="bill-sums sheet-sums">
        {deliveryFee > 0 && (
          <>
            <dt>Delivery</dt>
            <dd>{money(deliveryFee)}</dd>
          </>
        )}
        <dt className="sheet-total">{isReceipt ? 'Paid' : 'Given back'}</dt>
        <dd className="sheet-total">{money(amount)}</dd>
      </dl>
      <p className="sheet-paid">{paid}.</p>
      {reason && <p className="sheet-reason">Why: {reason}</p>}
      <SavePdf receipt={receipt} token={token} />
    </article>
  )
}

/** Fetches the file, as a link cannot say who asks, and saves it. */
function SavePdf({ receipt, token }: { receipt: Receipt; token: string | null }) {
  const { kind, number, kitchen } = receipt
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState({ words: '', failed: false })
  const name = `${slugOf(`${kitchen.name} ${kinds[kind]} ${number}`)}.pdf`

  async function save() {
    if (busy) return
    setBusy(true)
    setOutcome({ words: '', failed: false })
    try {
      const file = await fetchReceiptPdf(receipt, token)
      if (file) saveFile(file, name)
      setOutcome(
        file
          ? { words: `It is in your downloads, as ${name}.`, failed: false }
          : { words: 'You may not read this order any more. Log in again, then come back.', failed: true },
      )
    } catch (error) {
      setOutcome({ words: (await problemOf(error, UNREACHABLE)).message, failed: true })
    }
    setBusy(false)
  }

  return (
    <div className="row sheet-save">
      <button type="button" className="quiet-button" aria-disabled={busy} onClick={save}>
        {busy ? 'Saving …' : 'Save as PDF'}
        <span className="visually-hidden">
          , {kinds[kind].toLowerCase()} {number}
        </span>
      </button>
      <p className={outcome.failed ? 'field-error' : undefined} role="status">
        {outcome.words}
      </p>
    </div>
  )
}

const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
