import { MINUTE_MS } from '#contract/limits.ts'
import type { OrderState } from '#contract/order-states.ts'
import { SLOT_MINUTES } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'

/** What comes to nothing takes nobody's place, and sells nothing. */
export const lostStates: readonly OrderState[] = ['rejected', 'cancelled', 'expired']

/**
 * The starts of the slots of a kitchen, from the present one on, that take no more orders, in milliseconds since 1970.
 * @param ordersPerSlot how many each takes; null for any number
 */
export async function fullSlotsOf(
  db: Queries,
  vId: string,
  ordersPerSlot: number | null,
  now: number,
): Promise<number[]> {
  if (ordersPerSlot === null) return []
  const slots = await db
    .selectFrom('orders')
    .select('ready_slot')
    .where('vendor_id', '=', vId)
    .where('ready_slot', '>', now - SLOT_MINUTES * MINUTE_MS)
    .where('state', 'not in', lostStates)
    .groupBy('ready_slot')
    .having(({ fn }) => fn.countAll<number>(), '>=', ordersPerSlot)
    .orderBy('ready_slot')
    .execute()
  return slots.map(({ ready_slot }) => ready_slot)
}
