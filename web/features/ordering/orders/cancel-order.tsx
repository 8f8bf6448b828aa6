import { useRef, useState } from 'react'
import type { Order } from '#contract/ordering.ts'
import { problemOf, UNREACHABLE } from '../../../api/problem.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { cancelOrder } from './ask-order.ts'

interface CancelOrderProps {
  order: Order
  token: string | null
  /** The order is another one now, or may be. */
  onChange: () => void
  /** Why it was not cancelled, in words; empty when it was. */
  onOutcome: (problem: string) => void
}

/** Cancels an order as long as the kitchen has not accepted it; it asks first. */
export function CancelOrder({ order, token, onChange, onOutcome }: CancelOrderProps) {
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)

  async function cancel() {
    if (busy) return
    setBusy(true)
    try {
      await cancelOrder(order.orderId, token)
      onOutcome('')
    } catch (error) {
      const { code, message } = await problemOf(error, UNREACHABLE)
      const { phone } = order.vendor
      const call = phone && ` Call ${order.vendor.name} if you cannot take it.`
      onOutcome(code === 'order_moved' ? `The kitchen was faster: it is not cancelled.${call}` : message)
    } finally {
      setBusy(false)
      ask(false)
      onChange()
    }
  }

  return (
    <>
      <button type="button" className="quiet-button" onClick={() => ask(true)}>
        Cancel the order
      </button>
      {asking && <Question order={order} busy={busy} onYes={cancel} onClose={() => ask(false)} />}
    </>
  )
}

interface QuestionProps {
  order: Order
  busy: boolean
  onYes: () => void
  onClose: () => void
}

function Question({ order, busy, onYes, onClose }: QuestionProps) {
  const buttons = useRef<HTMLDivElement>(null)
  return (
    <Dialog title={`Cancel order ${order.number}?`} onClose={onClose}>
      <p>
        {order.vendor.name} will not cook it, and{' '}
        {order.paymentState === 'captured' ? 'you get your money back' : 'you pay nothing'}.
      </p>
      <div className="buttons" ref={buttons}>
        <button type="button" className="button" aria-disabled={busy} onClick={onYes}>
          Yes, cancel it
        </button>
        <button type="button" className="quiet-button" onClick={() => buttons.current?.closest('dialog')?.close()}>
          Keep it
        </button>
      </div>
    </Dialog>
  )
}
