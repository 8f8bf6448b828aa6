import { useId } from 'react'
import { interfaceLocale } from '#contract/interface-locale.ts'
import { formatMoney } from '#contract/money.ts'
import type { Receipt } from '#contract/payments.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { saveFile } from '../../../device/save-file.ts'
import { proposeSlug } from '../../../forms/propose-slug.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { fetchReceiptPdf } from '../orders/order-calls.ts'

const kindLabels = { receipt: 'Receipt', credit_note: 'Credit note' } as const

/** A receipt or credit note that looks like a sheet of paper. Each sheet is printed on a page of its own. */
export function ReceiptSheet({ receipt, token }: { receipt: Receipt; token: string | null }) {
  const { kind, number, orderNumber, receiptNumber, issuedAt, timezone, kitchen } = receipt
  const { lines, deliveryFee, amount, paid, reason } = receipt
  const heading = useId()
  const format = (minor: number) => formatMoney(minor, receipt)
  const isReceipt = kind === 'receipt'
  return (
    <article className="sheet small-headings" data-kind={kind} aria-labelledby={heading}>
      <header>
        <div>
          <p className="sheet-kitchen">{kitchen.name}</p>
          {kitchen.place && <p>{kitchen.place}</p>}
          {kitchen.phone && <p>{kitchen.phone}</p>}
        </div>
        <h2 id={heading}>
          {kindLabels[kind]} {number}
        </h2>
        <p>
          <time dateTime={new Date(issuedAt).toISOString()}>{createDateFormat(timezone).format(issuedAt)}</time>
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
              <span>{format(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="bill-sums sheet-sums">
        {deliveryFee > 0 && (
          <>
            <dt>Delivery</dt>
            <dd>{format(deliveryFee)}</dd>
          </>
        )}
        <dt className="sheet-total">{isReceipt ? 'Paid' : 'Given back'}</dt>
        <dd className="sheet-total">{format(amount)}</dd>
      </dl>
      <p className="sheet-paid">{paid}.</p>
      {reason && (
        <p>
          Why: <bdi>{reason}</bdi>
        </p>
      )}
      <SavePdf receipt={receipt} token={token} />
    </article>
  )
}

/** A button that fetches the PDF and saves it. A plain link could not send the bearer token. */
function SavePdf({ receipt, token }: { receipt: Receipt; token: string | null }) {
  const { kind, number, kitchen } = receipt
  const { busy, message, perform } = useAction()
  const name = `${proposeSlug(`${kitchen.name} ${kindLabels[kind]} ${number}`)}.pdf`

  async function save() {
    const file = await fetchReceiptPdf(receipt, token)
    if (!file) throw new ApiError({ code: null, message: NOT_ALLOWED }, 404)
    saveFile(file, name)
  }

  return (
    <div className="row screen-only">
      <QuietButton busy={busy} onClick={() => perform({ run: save, done: `It is in your downloads, as ${name}.` })}>
        {busy ? 'Saving …' : 'Save as PDF'}
        <span className="visually-hidden">
          , {kindLabels[kind].toLowerCase()} {number}
        </span>
      </QuietButton>
      <p className={message?.problem && 'field-error'} role="status">
        {message?.text}
      </p>
    </div>
  )
}

const NOT_ALLOWED = 'You may not read this order any more. Log in again, then come back.'

const createDateFormat = (timeZone: string) =>
  new Intl.DateTimeFormat(interfaceLocale, { dateStyle: 'long', timeStyle: 'short', timeZone })
