import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { calculateRejectionTime } from '#contract/opening-hours.ts'
import {
  eventMatchesMoveRequest,
  finalOrderStates,
  findTransition,
  type OrderActor,
  orderStateLabels,
  type PaymentState,
} from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX, SLOT_DAYS_AHEAD_MAX } from '#contract/ordering-limits.ts'
import { calculateCookingMs, roundDownToSlot } from '#contract/slots.ts'
import { recordAction } from '../../../db/audit-log.ts'
import type { Tx } from '../../../db/database.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { isRefusal, Refusal } from '../../../http/failures.ts'
import { deleteFinishedMailsOfOrders } from '../../../outbox/mails-to.ts'
import { failedOrderStates } from '../kitchens/full-slots.ts'
import { requireKitchen } from '../kitchens/read-kitchen.ts'
import { notifyCustomerOfMove, notifyOfPlacedOrder } from './notify-of-order.ts'
import type { MoveActor, MoveRequest, OrderContext } from './order-context.ts'
import {
  formatOrderName,
  lockOrder,
  type OrderRow,
  parseStoredLines,
  presentOrderWithHistory,
  requireOrder,
} from './order-rows.ts'
import { restorePortions } from './portions.ts'
import { describeImpossibleMove, describeRefusedMove } from './refused-move.ts'
import { anonymisedOrderColumns } from './user-data.ts'

/** Tolerates a promised time that has passed while the request was on its way. */
const PROMISE_GRACE_MS = MINUTE_MS
const PROMISE_AHEAD_MS = SLOT_DAYS_AHEAD_MAX * DAY_MS

/**
 * Moves an order to another state in a transaction of its own.
 * @throws {Refusal} the refusals of `transitionOrderInTransaction`
 */
export const transitionOrder = (
  context: OrderContext,
  id: string,
  mover: MoveActor,
  request: MoveRequest,
): Promise<Order> => retryTransaction(context.db, (tx) => transitionOrderInTransaction(tx, context, id, mover, request))

/**
 * Ends an order that its customer or its kitchen has not ended. A refusal means that the order was moved in the
 * meantime.
 * @param reportFailure receives any other error
 * @returns whether the order has left its state
 */
export async function endOrderAsSystem(
  context: OrderContext,
  id: string,
  request: MoveRequest,
  reportFailure: (error: unknown) => void,
): Promise<boolean> {
  try {
    await transitionOrder(context, id, { actor: 'system', id: null }, request)
  } catch (error) {
    if (isRefusal(error)) return true
    reportFailure(error)
    return false
  }
  return true
}

/**
 * Moves an order to another state, notifies people, returns portions and publishes events. When the order already has
 * that state, nothing changes, but a request with another time or reason is refused.
 * @throws {Refusal} not_found, order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid
 */
export async function transitionOrderInTransaction(
  tx: Tx,
  context: OrderContext,
  id: string,
  mover: MoveActor,
  request: MoveRequest,
): Promise<Order> {
  const row = await lockOrder(tx, id)
  const now = Date.now()
  const isMember = mover.actor === 'vendor' || mover.actor === 'admin'
  if (row.state === request.to) {
    const order = await presentOrderWithHistory(tx, row)
    const last = order.events.at(-1)
    if (!isMember || !last || eventMatchesMoveRequest(last, { ...request, reason: cleanLine(request.reason ?? '') }))
      return order
  }
  if (isMember && !findTransition(mover.actor, row.service, row.state, request.to))
    throw new Refusal('order_moved', await describeRefusedMove(tx, row, mover, request, now))

  const event = checkedEvent(row, mover.actor, request, now)
  const version = row.version + 1
  const ended = finalOrderStates.includes(request.to)
  const reachesKitchen = request.to === 'placed'
  const times = reachesKitchen
    ? await startAnswerTime(tx, row, now)
    : { promised_at: event.promisedAt ?? row.promised_at }
  const readySlot = roundDownToSlot(times.promised_at)
  await tx
    .updateTable('orders')
    .set({
      state: request.to,
      version,
      ...times,
      // The order takes a place in the slot of the time that is promised now, and frees its former place.
      ready_slot: readySlot,
      ...(ended && { ended_at: now }),
      // The account was deleted while the order was open, so its personal data is erased when the order ends.
      ...(ended && row.user_id === null && anonymisedOrderColumns),
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
      to_state: request.to,
      reason: event.reason,
      promised_at: event.promisedAt,
      acknowledged: JSON.stringify(event.acknowledged),
    })
    .execute()
  if (mover.actor === 'admin') {
    const detail = orderStateLabels[request.to] + (event.reason && `: ${event.reason}`)
    const target = { id, name: formatOrderName(row) }
    await recordAction(tx, { actor: { userId: mover.id, name: mover.name }, action: 'order moved', target, detail })
  }
  // Publish before returning portions, because a subscriber may lock the kitchen. Placing an order also locks the
  // kitchen before its dishes, so the two do not deadlock.
  await context.events.publish(tx, 'order.moved', { orderId: id, from: row.state, to: request.to })
  const hasFailed = failedOrderStates.includes(request.to)
  const isAvailableAgain = hasFailed && (await restorePortions(tx, parseStoredLines(row)))
  const changesSlots = row.orders_per_slot !== null && (hasFailed || readySlot !== row.ready_slot)
  if (ended && row.user_id === null) {
    await context.events.publish(tx, 'order.anonymised', { orderId: id })
    await deleteFinishedMailsOfOrders(tx, [id])
  }

  const order = await requireOrder(tx, id)
  if (reachesKitchen) await notifyOfPlacedOrder(tx, context, order, row.tracking_token)
  // Customers are notified only about orders that have reached the kitchen.
  else if (row.user_id !== null && row.reached_at !== null)
    await notifyCustomerOfMove(tx, context, order, { userId: row.user_id, token: row.tracking_token })
  const kitchenId = row.vendor_id
  await context.events.publish(tx, 'order.changed', { orderId: id, kitchenId, version, userId: row.user_id })
  if (isAvailableAgain || changesSlots) await context.events.publish(tx, 'kitchen.changed', { kitchenId })
  return order
}

/** Raises the version of an order whose state stays the same, and publishes `order.changed`. */
export async function raiseAndPublishOrderVersion(
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

/**
 * Returns the columns for an order that reaches its kitchen. The periods to answer and to cook start now, after the
 * payment. If the kitchen can no longer cook the order for the chosen time, the promised time is later.
 */
async function startAnswerTime(tx: Tx, row: OrderRow, now: number) {
  const { terms } = await requireKitchen(tx, row.vendor_id, now)
  const cookedAt = now + calculateCookingMs(terms, now + terms.prepMinutes * MINUTE_MS, now)
  const promised_at = row.slot_at === null ? row.promised_at + (now - row.placed_at) : Math.max(row.slot_at, cookedAt)
  return { reached_at: now, accept_by: calculateRejectionTime(terms, row.service, now, promised_at), promised_at }
}

/** @throws {Refusal} order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid */
function checkedEvent(row: OrderRow, actor: OrderActor, request: MoveRequest, now: number) {
  const transition = findTransition(actor, row.service, row.state, request.to)
  if (!transition) throw new Refusal('order_moved', describeImpossibleMove(row.state, request.to))
  const reason = transition.reason || actor === 'system' ? cleanLine(request.reason ?? '') : ''
  if (transition.reason && reason === '') throw new Refusal('reason_missing')
  if ([...reason].length > REASON_LENGTH_MAX) throw new Refusal('text_too_long')
  if (request.to !== 'accepted') return { reason, promisedAt: null, acknowledged: [] }

  const acknowledged = [...new Set(parseStoredLines(row).flatMap(({ dietaryRequirements }) => dietaryRequirements))]
  if (!acknowledged.every((requirement) => request.acknowledged?.includes(requirement)))
    throw new Refusal('not_acknowledged')
  const { promisedAt } = request
  if (promisedAt === undefined || promisedAt < now - PROMISE_GRACE_MS || promisedAt > now + PROMISE_AHEAD_MS)
    throw new Refusal('promise_invalid')
  return { reason, promisedAt, acknowledged }
}
