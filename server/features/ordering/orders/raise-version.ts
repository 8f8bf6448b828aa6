import type { PaymentState } from '#contract/order-states.ts'
import type { Tx } from '../../../db/database.ts'
import type { OrderContext } from './order-context.ts'
import type { OrderRow } from './order-rows.ts'

/** Raises the version of an order that changes without a new state, and publishes `order.changed`. */
export async function raiseOrderVersion(
  tx: Tx,
  { events }: Pick<OrderContext, 'events'>,
  { id, vendor_id: kitchenId, user_id: userId, version: before }: OrderRow,
  changes: { payment_state?: PaymentState } = {},
): Promise<void> {
  const version = before + 1
  await tx
    .updateTable('orders')
    .set({ ...changes, version })
    .where('id', '=', id)
    .execute()
  await events.publish(tx, 'order.changed', { orderId: id, kitchenId, version, userId })
}
