import { useState } from 'react'
import { cancelOrder, type Order } from '#contract/ordering.ts'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../ui/dialog/modal.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { callOrderEndpoint } from './order-calls.ts'

interface CancelOrderProps {
  order: Order
  token: string | null
  /** Called when the order may have changed. */
  onChange: () => void
  /** Called with the reason why the order was not cancelled; empty when it was cancelled. */
  onOutcome: (problem: string) => void
}

/** A button that cancels an order after a confirmation, as long as the kitchen has not accepted it. */
export function CancelOrder({ order, token, onChange, onOutcome }: CancelOrderProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { busy, perform } = useAction()
  const { name, phone } = order.vendor

  async function cancel() {
    const problem = await perform({
      run: async () => void (await callOrderEndpoint(cancelOrder, order.orderId, token)),
    })
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
      <QuietButton onClick={() => setConfirming(true)}>Cancel the order</QuietButton>
      {isConfirming && (
        <Dialog title={`Cancel order ${order.number}?`} onClose={() => setConfirming(false)}>
          <p>
            {name} will not cook it, and{' '}
            {order.paymentState === 'captured' ? 'you get your money back' : 'you pay nothing'}.
          </p>
          <div className="buttons">
            <button type="button" className="button" aria-disabled={busy} onClick={cancel}>
              Yes, cancel it
            </button>
            <QuietButton onClick={(event) => closeDialog(event.currentTarget)}>Keep it</QuietButton>
          </div>
        </Dialog>
      )}
    </>
  )
}
