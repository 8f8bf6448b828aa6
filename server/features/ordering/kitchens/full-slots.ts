import { MINUTE_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import { SLOT_MINUTES } from '#contract/ordering-limits.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'

/** The states of orders that have failed. Such orders are no sales, and free their place in a slot. */
export const failedOrderStates: readonly OrderState[] = ['rejected', 'cancelled', 'expired']

/**
 * Lists the starts of the full slots of a kitchen, from the present slot on, in milliseconds since 1970.
 * @param ordersPerSlot the limit of each slot; null for no limit
 */
export async function listFullSlots(
  db: DatabaseOrTx,
  kitchenId: string,
  ordersPerSlot: number | null,
  now: number,
): Promise<number[]> {
  if (ordersPerSlot === null) return []
  const slots = await db
    .selectFrom('orders')
    .select('ready_slot')
    .where('vendor_id', '=', kitchenId)
    .where('ready_slot', '>', now - SLOT_MINUTES * MINUTE_MS)
    .where('state', 'not in', failedOrderStates)
    .groupBy('ready_slot')
    .having(({ fn }) => fn.countAll<number>(), '>=', ordersPerSlot)
    .orderBy('ready_slot')
    .execute()
  return slots.map(({ ready_slot }) => ready_slot)
}
