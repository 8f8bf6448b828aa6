import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { MINUTE_MS } from '#contract/limits.ts'
import { readPathParameters } from '#contract/page-path.ts'
import type { Receipt } from '#contract/payments.ts'
import { nameDocument } from '../../kit/head.ts'
import { Link } from '../../kit/link.tsx'
import { FailedPage } from '../../ui/layout/message-page.tsx'
import { fetchReceipts } from './orders/ask-order.ts'
import { NoOrder } from './orders/no-order.tsx'
import { useOrderNews } from './orders/use-order-news.ts'
import { useTrackingToken } from './orders/use-tracking-token.ts'
import { Sheet } from './receipts/sheet.tsx'
import { useAskedBy } from './use-asked.ts'
import '../../ui/ui.css'
import './ordering.css'
import './receipts/receipts.css'

const PAGE = '/orders/:id/receipts'

/** `/orders/:id/receipts`: what was paid for an order and what was given back, each on a sheet of paper. */
export function Screen() {
  const { pathname } = useLocation()
  const orderId = pathname === PAGE ? null : (readPathParameters(PAGE, pathname)?.id ?? null)
  // While it is built there is no order yet.
  if (orderId === null) return <Waiting />
  return <Receipts key={orderId} orderId={orderId} />
}

function Receipts({ orderId }: { orderId: string }) {
  const token = useTrackingToken(orderId)
  const {
    answer: receipts,
    missing,
    problem,
    again,
  } = useAskedBy(
    token === undefined ? null : `${orderId} ${token}`,
    () => fetchReceipts(orderId, token ?? null),
    MINUTE_MS,
  )

  useOrderNews(orderId, token, again)

  const number = receipts?.[0]?.orderNumber
  useEffect(() => {
    if (number !== undefined) nameDocument(`Receipts - order ${number}`)
  }, [number])

  if (missing) return <NoOrder />
  if (receipts) return <Sheets orderId={orderId} receipts={receipts} token={token ?? null} problem={problem} />
  if (!problem) return <Waiting />
  return <FailedPage title="The receipts could not be loaded" words={problem} onRetry={again} />
}

interface SheetsProps {
  orderId: string
  receipts: readonly Receipt[]
  token: string | null
  /** Why there is no newer answer, in words. */
  problem: string
}

function Sheets({ orderId, receipts, token, problem }: SheetsProps) {
  const [first] = receipts
  return (
    <div className="receipts">
      <header className="receipts-head">
        <p className="order-up">
          <Link className="tall-link" to={`/orders/${orderId}`}>
            {first ? `Order ${first.orderNumber} at ${first.kitchen.name}` : 'Order'}
          </Link>
        </p>
        <h1>{receipts.length > 1 ? 'Receipts' : 'Receipt'}</h1>
        {problem && <p className="note order-problem">There may be newer ones. {problem}</p>}
        {first ? (
          <button type="button" className="quiet-button" onClick={() => window.print()}>
            Print
          </button>
        ) : (
          <p className="lead">
            There is none here. One is made when the order is paid: by card when the kitchen accepts it, otherwise when
            you get your food. Then it comes to this page by itself.
          </p>
        )}
      </header>
      {receipts.map((receipt) => (
        <Sheet key={receipt.receiptId} receipt={receipt} token={token} />
      ))}
      <p className="visually-hidden" role="status">
        {receipts.length > 0 && said(receipts)}
      </p>
    </div>
  )
}

/** Read aloud when one is added while the page is open. */
const said = (receipts: readonly Receipt[]): string => {
  const notes = receipts.filter(({ kind }) => kind === 'credit_note').length
  return notes === 0 ? '1 receipt' : `1 receipt, ${notes} ${notes === 1 ? 'credit note' : 'credit notes'}`
}

/** Where the receipts will be. */
function Waiting() {
  return (
    <div className="receipts">
      <header className="receipts-head" aria-busy="true">
        <p className="order-up">Order</p>
        <h1>Receipt</h1>
        <p className="lead">Looking in the books …</p>
      </header>
    </div>
  )
}
