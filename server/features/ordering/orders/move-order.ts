import type { Order } from '#contract/ordering.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import {
  findOrder,
  isOrderCustomer,
  type OrderRequester,
  requireKitchenActor,
  requireKitchenOrder,
} from './find-order.ts'
import type { MoveRequest } from './move-request.ts'
import type { OrderContext } from './order-context.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * Moves an order of a kitchen for one of its members, or for an admin.
 * @throws {Refusal} not_found, order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid
 */
export async function moveOrder(
  context: OrderContext,
  actor: Actor,
  { kitchenId, id }: { kitchenId: string; id: string },
  request: MoveRequest,
): Promise<Order> {
  const { db } = context
  const role = await requireKitchenActor(db, kitchenId, actor)
  await requireKitchenOrder(db, kitchenId, id)
  return transitionOrder(context, id, { actor: role, id: actor.userId }, request)
}

/**
 * Cancels an order for its customer, or for the holder of its token.
 * @throws {Refusal} not_found, order_moved, forbidden for callers who may read the order but did not place it
 */
export async function cancelOrder(context: OrderContext, id: string, requester: OrderRequester): Promise<Order> {
  await findOrder(context.db, id, requester)
  if (!(await isOrderCustomer(context.db, id, requester)))
    throw new Refusal('forbidden', 'An order is cancelled by its customer here, and by its kitchen on the board.')
  return transitionOrder(
    context,
    id,
    { actor: 'customer', id: requester.actor?.userId ?? null },
    { to: 'cancelled', reason: '', acknowledged: [] },
  )
}
