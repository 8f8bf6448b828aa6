import { useState } from 'react'
import { finalOrderStates, findTransition } from '#contract/order-states.ts'
import { cancelOrder, type Order } from '#contract/ordering.ts'
import type { Problem } from '../../../api/problem.ts'
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
  /** Called with the reason why the order was not cancelled; null when it was cancelled. */
  onOutcome: (problem: Problem | null) => void
}

/**
 * Explains why an order was not cancelled. Empty when the order has ended in another way, or when the kitchen has moved
 * the order and its new state is not fetched yet.
 */
export function describeCancelProblem(problem: Problem | null, { state, service, vendor }: Order): string {
  if (!problem || finalOrderStates.includes(state)) return ''
  if (problem.code !== 'order_moved') return problem.message
  if (isCancellable({ state, service })) return ''
  return `The kitchen was faster: it is not cancelled.${vendor.phone && ` Call ${vendor.name} if you cannot take it.`}`
}

/** Returns whether the customer can still cancel an order. */
export const isCancellable = ({ state, service }: Pick<Order, 'state' | 'service'>): boolean =>
  findTransition('customer', service, state, 'cancelled') !== undefined

/** A button that cancels an order after a confirmation, as long as the kitchen has not accepted it. */
export function CancelOrder({ order, token, onChange, onOutcome }: CancelOrderProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { busy, perform } = useAction()

  async function cancel() {
    const problem = await perform({
      run: async () => void (await callOrderEndpoint(cancelOrder, order.orderId, token)),
    })
    if (problem === undefined) return
    onOutcome(problem)
    setConfirming(false)
    onChange()
  }

  return (
    <>
      <QuietButton onClick={() => setConfirming(true)}>Cancel the order</QuietButton>
      {isConfirming && (
        <Dialog title={`Cancel order ${order.number}?`} onClose={() => setConfirming(false)}>
          <p>
            {order.vendor.name} will not cook it, and{' '}
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
