import type { Transaction } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { calculateAcceptBy } from '#contract/opening-hours.ts'
import { finalOrderStates, findTransition, isSameMove, type OrderActor } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX, SLOT_DAYS_AHEAD } from '#contract/ordering-limits.ts'
import type { Schema } from '../../../db/schema.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { lostStates } from '../kitchens/full-slots.ts'
import { findTerms } from '../kitchens/read-kitchen.ts'
import { blanks, forgetCopies } from './forget-customer.ts'
import type { MoveRequest, Mover } from './move-request.ts'
import { notifyOfMove, notifyOfPlacedOrder } from './notify-of-order.ts'
import type { OrderContext } from './order-context.ts'
import { linesOf, lockOrder, type OrderRow, orderRows, presentOne } from './order-rows.ts'
import { givePortionsBack } from './portions.ts'
import { refusedMoveText, statesText } from './refused-move.ts'

type Tx = Transaction<Schema>

/** A tap takes a moment to arrive. */
const PROMISE_GRACE_MS = MINUTE_MS
const PROMISE_AHEAD_MS = SLOT_DAYS_AHEAD * DAY_MS

/** Moves an order and tells of it. @throws {Refusal} what `moveIn` refuses */
export function move(context: OrderContext, id: string, mover: Mover, wish: MoveRequest): Promise<Order> {
  return context.db.transaction().execute((tx) => moveIn(tx, context, id, mover, wish))
}

/**
 * Moves an order, with all that follows from it: whom it is told, what is given back, and that its money is looked after.
 * Where it is already nothing changes; a member of the kitchen who wished for another time or reason is refused.
 * @throws {Refusal} not_found, order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid
 */
export async function moveIn(
  tx: Tx,
  context: OrderContext,
  id: string,
  mover: Mover,
  wish: MoveRequest,
): Promise<Order> {
  await lockOrder(tx, id)
  const row = await orderRows(tx).where('orders.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const now = Date.now()
  const isMember = mover.actor === 'vendor' || mover.actor === 'admin'
  if (row.state === wish.to) {
    const order = await presentOne(tx, row)
    const last = order.events.at(-1)
    if (!isMember || !last || isSameMove(last, { ...wish, reason: cleanLine(wish.reason) })) return order
  }
  if (isMember && !findTransition(mover.actor, row.service, row.state, wish.to))
    throw new Refusal('order_moved', await refusedMoveText(tx, row, mover, wish, now))

  const event = checkedEvent(row, mover.actor, wish, now)
  const version = row.version + 1
  const ended = finalOrderStates.includes(wish.to)
  const reaches = wish.to === 'placed'
  await tx
    .updateTable('orders')
    .set({
      state: wish.to,
      version,
      ...(event.promisedAt !== null && { promised_at: event.promisedAt }),
      ...(reaches && (await reachedNow(tx, row, now))),
      ...(ended && { ended_at: now }),
      // Whose account has gone meanwhile: their food was needed, their name is not any more.
      ...(ended && row.user_id === null && blanks),
    })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('order_events')
    .values({
      order_id: id,
      version,
      at: now,
      actor: mover.actor,
      actor_id: mover.id,
      from_state: row.state,
      to_state: wish.to,
      reason: event.reason,
      promised_at: event.promisedAt,
      acknowledged: JSON.stringify(event.acknowledged),
    })
    .execute()
  // Before the portions: whoever orders holds the kitchen before its dishes, too.
  await context.events.publish(tx, 'order.moved', { orderId: id, from: row.state, to: wish.to })
  const isBack = lostStates.includes(wish.to) && (await givePortionsBack(tx, linesOf(row)))
  if (ended && row.user_id === null) await forgetCopies(tx, context.events, [id])

  const moved = await orderRows(tx).where('orders.id', '=', id).executeTakeFirstOrThrow()
  const order = await presentOne(tx, moved)
  if (reaches) await notifyOfPlacedOrder(tx, context, order, row.tracking_token)
  // Who has never been told that there is an order need not hear that there is none.
  else if (row.user_id !== null && row.reached_at !== null)
    await notifyOfMove(tx, context, order, { userId: row.user_id, token: row.tracking_token })
  const kitchenId = row.vendor_id
  await context.events.publish(tx, 'order.changed', { orderId: id, kitchenId, version, userId: row.user_id })
  if (isBack) await context.events.publish(tx, 'kitchen.changed', { kitchenId })
  return order
}

/** What begins when an order reaches its kitchen: the time to answer, and to cook, has not been running while it was paid. */
async function reachedNow(tx: Tx, row: OrderRow, now: number) {
  const terms = await findTerms(tx, { vId: row.vendor_id }, now)
  if (!terms) throw new Error(`Order ${row.id} has no kitchen.`)
  return {
    reached_at: now,
    accept_by: calculateAcceptBy(terms, row.service, now),
    ...(row.slot_at === null && { promised_at: row.promised_at + (now - row.placed_at) }),
  }
}

/** @throws {Refusal} order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid */
function checkedEvent(row: OrderRow, actor: OrderActor, wish: MoveRequest, now: number) {
  const move = findTransition(actor, row.service, row.state, wish.to)
  if (!move) throw new Refusal('order_moved', statesText(row.state, wish.to))
  const reason = move.reason ? cleanLine(wish.reason) : ''
  if (move.reason && reason === '') throw new Refusal('reason_missing')
  if ([...reason].length > REASON_LENGTH_MAX) throw new Refusal('text_too_long')
  if (wish.to !== 'accepted') return { reason, promisedAt: null, acknowledged: [] }

  const acknowledged = [...new Set(linesOf(row).flatMap(({ dietaryRequirements }) => dietaryRequirements))]
  if (!acknowledged.every((one) => wish.acknowledged.includes(one))) throw new Refusal('not_acknowledged')
  const { promisedAt } = wish
  if (promisedAt === undefined || promisedAt < now - PROMISE_GRACE_MS || promisedAt > now + PROMISE_AHEAD_MS)
    throw new Refusal('promise_invalid')
  return { reason, promisedAt, acknowledged }
}
