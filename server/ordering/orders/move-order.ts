import type { Transaction } from 'kysely'
import type { InputOf } from '#contract/endpoint.ts'
import type { moveOrder as moveOrderCall } from '#contract/kitchen-orders.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { endStates, type OrderActor, type OrderState, stateWords, transitionOf } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { REASON_LENGTH_MAX, SLOT_DAYS_AHEAD } from '#contract/ordering-limits.ts'
import type { AfterCommit } from '../../db/after-commit.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../http/actor.ts'
import { cleanLine } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'
import { keepBooks } from '../payments/books.ts'
import { type Asker, actsAs, findOrder } from './find-order.ts'
import { blanks } from './forget-customer.ts'
import { lostStates } from './full-slots.ts'
import type { OrderContext } from './order-context.ts'
import { holdOrder, linesOf, type OrderRow, orderRows, presentOne } from './order-rows.ts'
import { givePortionsBack } from './portions.ts'
import { tellMoved } from './tell-order.ts'

type Tx = Transaction<Schema>
type Wish = InputOf<typeof moveOrderCall>['body']

/** A tap takes a moment to arrive. */
const PROMISE_GRACE_MS = MINUTE_MS
const PROMISE_AHEAD_MS = SLOT_DAYS_AHEAD * DAY_MS

/** Who moves an order. `id`: their account, where there is one. */
interface Mover {
  actor: OrderActor
  id: string | null
}

/**
 * Moves an order of a kitchen for one of its members, or for an admin.
 * @throws {Refusal} not_found, order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid
 */
export async function moveOrder(
  context: OrderContext,
  actor: Actor,
  { vId, id }: { vId: string; id: string },
  wish: Wish,
): Promise<Order> {
  const { db } = context
  const as = await actsAs(db, vId, actor)
  const known = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found')
  return move(context, id, { actor: as, id: actor.userId }, wish)
}

/**
 * Cancels an order for its customer, or for who has its token.
 * @throws {Refusal} not_found, order_moved, forbidden for who may read it but did not order it
 */
export async function cancelOrder(context: OrderContext, id: string, asker: Asker): Promise<Order> {
  await findOrder(context.db, id, asker)
  const own = await context.db
    .selectFrom('orders')
    .select(['user_id', 'tracking_token'])
    .where('id', '=', id)
    .executeTakeFirst()
  const userId = asker.actor?.userId ?? null
  if (own?.tracking_token !== asker.token && (userId === null || own?.user_id !== userId))
    throw new Refusal('forbidden', 'An order is cancelled by its customer here, and by its kitchen on the board.')
  return move(context, id, { actor: 'customer', id: userId }, { to: 'cancelled', reason: '', acknowledged: [] })
}

/** Moves an order and tells of it. @throws {Refusal} what `moveIn` refuses */
export async function move(context: OrderContext, id: string, mover: Mover, wish: Wish): Promise<Order> {
  const { order, tell } = await context.db.transaction().execute((tx) => moveIn(tx, context, id, mover, wish))
  tell()
  return order
}

async function moveIn(
  tx: Tx,
  context: OrderContext,
  id: string,
  mover: Mover,
  wish: Wish,
): Promise<{ order: Order; tell: AfterCommit }> {
  await holdOrder(tx, id)
  const row = await orderRows(tx).where('orders.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state === wish.to) return { order: await presentOne(tx, row), tell: () => {} }

  const now = Date.now()
  const event = checkedEvent(row, mover.actor, wish, now)
  const version = row.version + 1
  const ended = endStates.includes(wish.to)
  await tx
    .updateTable('orders')
    .set({
      state: wish.to,
      version,
      ...(event.promisedAt !== null && { promised_at: event.promisedAt }),
      ...(ended && { ended_at: now }),
      // Whose account has gone meanwhile: their food was needed, their name is not any more.
      ...(ended && row.user_id === null && blanks),
    })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('order_events')
    .values({
      ...{ order_id: id, version, at: now, actor: mover.actor, actor_id: mover.id },
      ...{ from_state: row.state, to_state: wish.to, reason: event.reason, promised_at: event.promisedAt },
      acknowledged: JSON.stringify(event.acknowledged),
    })
    .execute()
  // Before the portions: whoever orders holds the kitchen before its dishes, too.
  await keepBooks(tx, context, id)
  const isBack = lostStates.includes(wish.to) && (await givePortionsBack(tx, linesOf(row)))

  const moved = await orderRows(tx).where('orders.id', '=', id).executeTakeFirstOrThrow()
  const order = await presentOne(tx, moved)
  if (row.user_id !== null) await tellMoved(tx, context, order, { userId: row.user_id, token: row.tracking_token })
  const tell = () => {
    context.news.orderChanged({ orderId: id, vId: row.vendor_id, version }, row.user_id)
    if (isBack) context.news.kitchenChanged(row.vendor_id)
  }
  return { order, tell }
}

/** @throws {Refusal} order_moved, reason_missing, text_too_long, not_acknowledged, promise_invalid */
function checkedEvent(row: OrderRow, actor: OrderActor, wish: Wish, now: number) {
  const move = transitionOf(actor, row.service, row.state, wish.to)
  if (!move) throw new Refusal('order_moved', refusalOf(row.state, wish.to))
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

const refusalOf = (from: OrderState, to: OrderState) =>
  `It is “${stateWords[from]}” and cannot become “${stateWords[to]}”.`
