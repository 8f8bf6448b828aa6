import { useState } from 'react'
import { cancelOrder, type Order } from '#contract/ordering.ts'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../ui/dialog/modal.tsx'
import { callOrder } from './order-calls.ts'

interface CancelOrderProps {
  order: Order
  token: string | null
  /** Called when the order may have changed. */
  onChange: () => void
  /** Called with the reason why the order was not cancelled; empty when it was. */
  onOutcome: (problem: string) => void
}

/** Cancels an order that the kitchen has not accepted, after a confirmation. */
export function CancelOrder({ order, token, onChange, onOutcome }: CancelOrderProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { busy, perform } = useAction()
  const { name, phone } = order.vendor

  async function cancel() {
    const problem = await perform({ run: async () => void (await callOrder(cancelOrder, order.orderId, token)) })
    if (problem === undefined) return
    const call = phone && ` Call ${name} if you cannot take it.`
    onOutcome(
      problem?.code === 'order_moved'
        ? `The kitchen was faster: it is not cancelled.${call}`
        : (problem?.message ?? ''),
    )
    setConfirming(false)
    onChange()
  }

  return (
    <>
      <button type="button" className="quiet-button" onClick={() => setConfirming(true)}>
        Cancel the order
      </button>
      {isConfirming && (
        <Confirmation order={order} busy={busy} onConfirm={cancel} onClose={() => setConfirming(false)} />
      )}
    </>
  )
}

interface ConfirmationProps {
  order: Order
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

function Confirmation({ order, busy, onConfirm, onClose }: ConfirmationProps) {
  return (
    <Dialog title={`Cancel order ${order.number}?`} onClose={onClose}>
      <p>
        {order.vendor.name} will not cook it, and{' '}
        {order.paymentState === 'captured' ? 'you get your money back' : 'you pay nothing'}.
      </p>
      <div className="buttons">
        <button type="button" className="button" aria-disabled={busy} onClick={onConfirm}>
          Yes, cancel it
        </button>
        <button type="button" className="quiet-button" onClick={(event) => closeDialog(event.currentTarget)}>
          Keep it
        </button>
      </div>
    </Dialog>
  )
}
