import { isRefusal } from '../../../http/failures.ts'
import type { OrderContext } from './order-context.ts'
import { selectOrders } from './order-rows.ts'
import { transitionOrder } from './transition-order.ts'

const BATCH = 20

/**
 * Rejects orders that their kitchens have not answered in time. Several processes may run it at the same time.
 * @param reportFailure receives the error of each order that cannot be moved; the other orders are rejected
 * @returns whether there may be more such orders
 */
export async function rejectUnansweredOrders(
  context: OrderContext,
  reportFailure: (error: unknown) => void,
): Promise<boolean> {
  let areMoved = true
  const unanswered = await selectOrders(context.db)
    .select('vendors.accept_within_minutes')
    .where('orders.state', '=', 'placed')
    .where('orders.accept_by', '<=', Date.now())
    .orderBy('orders.accept_by')
    .limit(BATCH)
    .execute()
  for (const { id, accept_within_minutes: minutes } of unanswered) {
    const reason = `Nobody answered within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
    // The order may have been answered or cancelled in the meantime, which refuses the move.
    await transitionOrder(
      context,
      id,
      { actor: 'system', id: null },
      { to: 'rejected', reason, acknowledged: [] },
    ).catch((error) => {
      if (isRefusal(error)) return
      areMoved = false
      reportFailure(error)
    })
  }
  return areMoved && unanswered.length === BATCH
}
