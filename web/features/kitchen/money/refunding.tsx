import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'
import { type Refundable, RefundDialog } from './refund-dialog.tsx'
import '../editing/editing.css'

interface RefundingProps {
  kitchenId: string
  /** The order to refund; null while no refund is being made. */
  order: Refundable | null
  onDone: (order: Order) => void
  onClose: () => void
}

/** Shows the refund dialog of an order, and the result of the last refund. */
export function Refunding({ kitchenId, order, onDone, onClose }: RefundingProps) {
  const [message, setMessage] = useState('')
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // After a full refund, the button that opened the dialog is gone.
    if (message && !order && document.activeElement === document.body) box.current?.focus()
  }, [message, order])
  return (
    <>
      <p ref={box} tabIndex={-1} className="note outcome" data-kind="good" role="status">
        {message}
      </p>
      {order && (
        <RefundDialog
          kitchenId={kitchenId}
          order={order}
          onClose={onClose}
          onDone={(amount, refunded) => {
            const sum = formatMoney(amount, order)
            setMessage(
              `${sum} of order ${order.number} is on its way back to the card. The customer gets a credit note.`,
            )
            onDone(refunded)
          }}
        />
      )}
    </>
  )
}
