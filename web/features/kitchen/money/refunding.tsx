import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/ordering.ts'
import { type Refundable, RefundDialog } from './refund-dialog.tsx'
import '../editing/editing.css'

interface RefundingProps {
  vId: string
  /** The order of which something is to be given back; null while none is. */
  of: Refundable | null
  onDone: (order: Order) => void
  onClose: () => void
}

/** Asks how much of an order to give back, and says what came of it. */
export function Refunding({ vId, of, onDone, onClose }: RefundingProps) {
  const [said, say] = useState('')
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that asked is gone with the last of the money.
    if (said && !of && document.activeElement === document.body) box.current?.focus()
  }, [said, of])
  return (
    <>
      <p ref={box} tabIndex={-1} className="note outcome" data-kind="good" role="status">
        {said}
      </p>
      {of && (
        <RefundDialog
          vId={vId}
          of={of}
          onClose={onClose}
          onDone={(amount, order) => {
            const sum = formatMoney(amount, of)
            say(`${sum} of order ${of.number} is on its way back to the card. The customer gets a credit note.`)
            onDone(order)
          }}
        />
      )}
    </>
  )
}
