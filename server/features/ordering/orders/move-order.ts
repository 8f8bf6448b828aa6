import type { Order } from '#contract/ordering.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { type Asker, actsAs, findOrder, isOrderOf, requireOrderOf } from './find-order.ts'
import { move } from './make-move.ts'
import type { MoveRequest } from './move-request.ts'
import type { OrderContext } from './order-context.ts'

/**
 * Moves an order of a kitchen for one of its members, or for an admin.
 * @throws {Refusal} not_found, order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid
 */
export async function moveOrder(
  context: OrderContext,
  actor: Actor,
  { vId, id }: { vId: string; id: string },
  wish: MoveRequest,
): Promise<Order> {
  const { db } = context
  const as = await actsAs(db, vId, actor)
  await requireOrderOf(db, vId, id)
  return move(context, id, { actor: as, id: actor.userId }, wish)
}

/**
 * Cancels an order for its customer, or for who has its token.
 * @throws {Refusal} not_found, order_moved, forbidden for who may read it but did not order it
 */
export async function cancelOrder(context: OrderContext, id: string, asker: Asker): Promise<Order> {
  await findOrder(context.db, id, asker)
  if (!(await isOrderOf(context.db, id, asker)))
    throw new Refusal('forbidden', 'An order is cancelled by its customer here, and by its kitchen on the board.')
  return move(
    context,
    id,
    { actor: 'customer', id: asker.actor?.userId ?? null },
    { to: 'cancelled', reason: '', acknowledged: [] },
  )
}
