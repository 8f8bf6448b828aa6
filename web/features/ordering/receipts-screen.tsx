import { useEffect } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { Receipt } from '#contract/payments.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { nativePlatform } from '../../device/native.ts'
import { setDocumentTitle } from '../../kit/head.ts'
import { Link } from '../../kit/link.tsx'
import { usePathParameter } from '../../kit/use-path-parameter.ts'
import { LoadFailedPage } from '../../ui/layout/message-page.tsx'
import { DamagedRowsNote } from '../../ui/note/damaged-note.tsx'
import { NoOrder } from './missing-pages.tsx'
import { isOrderId } from './orders/order-calls.ts'
import { useOrderQuery } from './orders/use-order-query.ts'
import { orderQueries } from './queries.ts'
import { ReceiptSheet } from './receipts/receipt-sheet.tsx'
import '../../ui/ui.css'
import './ordering.css'
import './receipts/receipts.css'
import { QuietButton } from '../../ui/quiet-button.tsx'

/** The screen of `/orders/:id/receipts`: the receipt of an order and its credit notes, each on its own sheet. */
export function Screen() {
  const orderId = usePathParameter('/orders/:id/receipts', 'id')
  // The page is prerendered without an order.
  if (orderId === null) return <LoadingReceipts />
  if (!isOrderId(orderId)) return <NoOrder />
  return (
    <QueryProvider>
      <Receipts key={orderId} orderId={orderId} />
    </QueryProvider>
  )
}

function Receipts({ orderId }: { orderId: string }) {
  const { data, problem, refetch, token } = useOrderQuery(orderId, orderQueries.receipts)
  const number = data?.receipts[0]?.orderNumber
  useEffect(() => {
    if (number !== undefined) setDocumentTitle(`Receipts - order ${number}`)
  }, [number])

  if (data === null) return <NoOrder />
  if (!data)
    return problem ? (
      <LoadFailedPage title="The receipts could not be loaded" text={problem} onRetry={refetch} />
    ) : (
      <LoadingReceipts />
    )
  const { receipts, damaged } = data
  const [first] = receipts
  return (
    <div className="receipts">
      <header className="receipts-head screen-only">
        <p className="order-up">
          <Link className="tall-link" to={`/orders/${orderId}`}>
            {first ? `Order ${first.orderNumber} at ${first.kitchen.name}` : 'Order'}
          </Link>
        </p>
        <h1>{receipts.length > 1 ? 'Receipts' : 'Receipt'}</h1>
        {problem && <p className="note order-problem">There may be newer ones. {problem}</p>}
        {first ? (
          !nativePlatform && <QuietButton onClick={() => window.print()}>Print</QuietButton>
        ) : damaged ? null : (
          <p className="lead">
            There is none here. One is made when the order is paid: by card when the kitchen accepts it, otherwise when
            you get your food. Then it comes to this page by itself.
          </p>
        )}
      </header>
      <DamagedRowsNote rows={damaged} kind={['receipt', 'receipts']} />
      {receipts.map((receipt) => (
        <ReceiptSheet key={receipt.receiptId} receipt={receipt} token={token} />
      ))}
      <p className="visually-hidden" role="status">
        {receipts.length > 0 && describeReceipts(receipts)}
      </p>
    </div>
  )
}

/** Returns the text that screen readers announce when the receipts are loaded or a credit note is added. */
const describeReceipts = (receipts: readonly Receipt[]): string => {
  const notes = receipts.filter(({ kind }) => kind === 'credit_note').length
  return notes === 0 ? '1 receipt' : `1 receipt, ${formatCountWithNoun(notes, 'credit note', 'credit notes')}`
}

function LoadingReceipts() {
  return (
    <div className="receipts">
      <header className="receipts-head screen-only" aria-busy="true">
        <p className="order-up">Order</p>
        <h1>Receipt</h1>
        <p className="lead">Looking in the books …</p>
      </header>
    </div>
  )
}
