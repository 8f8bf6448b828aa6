import { isRefusal } from '../../../http/failures.ts'
import { move } from './make-move.ts'
import type { OrderContext } from './order-context.ts'
import { orderRows } from './order-rows.ts'

const BATCH = 20

/**
 * Rejects the orders that no kitchen has answered in time. When several processes run it, one of them rejects each order.
 * @param failed told of an order that cannot be moved; the others are rejected all the same
 * @returns whether there may be more
 */
export async function rejectUnanswered(context: OrderContext, failed: (error: unknown) => void): Promise<boolean> {
  let areMoved = true
  const late = await orderRows(context.db)
    .select('vendors.accept_within_minutes')
    .where('orders.state', '=', 'placed')
    .where('orders.accept_by', '<=', Date.now())
    .orderBy('orders.accept_by')
    .limit(BATCH)
    .execute()
  for (const { id, accept_within_minutes: minutes } of late) {
    const reason = `Nobody answered within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
    // Somebody may have answered, or cancelled, at the last moment.
    await move(context, id, { actor: 'system', id: null }, { to: 'rejected', reason, acknowledged: [] }).catch(
      (error) => {
        if (isRefusal(error)) return
        areMoved = false
        failed(error)
      },
    )
  }
  return areMoved && late.length === BATCH
}
