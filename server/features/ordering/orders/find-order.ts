import type { Order } from '#contract/ordering.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { readPageNewestFirst } from '../../../db/read-list-page.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { findOrderRole } from '../access.ts'
import { buildOrdersQuery, presentOrdersWithHistories, requireOrder } from './order-rows.ts'

const PAGE_SIZE = 20

/** The account and the tracking token of a caller; null or undefined when the caller has none. */
export interface OrderCaller {
  actor: Actor | null
  token: string | undefined
}

/**
 * Returns the role of a caller who may read an order; null for an admin who has no other role for the order.
 * @throws {Refusal} not_found
 */
export async function requireOrderReaderRole(db: DatabaseOrTx, id: string, { actor, token }: OrderCaller) {
  const role = await findOrderRole(db, id, { userId: actor?.userId ?? null, trackingToken: token ?? null })
  if (role === null && !actor?.roles.includes('Admin')) throw new Refusal('not_found')
  return role
}

/** Returns an order that the caller may read. @throws {Refusal} not_found */
export async function requireReadableOrder(db: DatabaseOrTx, id: string, requester: OrderCaller): Promise<Order> {
  await requireOrderReaderRole(db, id, requester)
  return requireOrder(db, id)
}

/**
 * Returns an order to its customer or to the holder of its token.
 * @param explanation a sentence for other callers, such as members of the kitchen
 * @throws {Refusal} not_found; forbidden for callers who may read the order but did not place it
 */
export async function requireOwnOrder(
  db: DatabaseOrTx,
  id: string,
  requester: OrderCaller,
  explanation: string,
): Promise<Order> {
  const role = await requireOrderReaderRole(db, id, requester)
  const order = await requireOrder(db, id)
  if (role !== 'customer') throw new Refusal('forbidden', explanation)
  return order
}

/** Lists the orders of an account, newest first. @param cursor the id of the last order of the previous page */
export async function listCustomerOrders(db: DatabaseOrTx, userId: string, cursor: string | undefined) {
  const query = buildOrdersQuery(db).where('orders.user_id', '=', userId)
  const { rows, next } = await readPageNewestFirst(query, 'orders.id', cursor, PAGE_SIZE)
  const { shown: orders, damaged } = await presentOrdersWithHistories(db, rows)
  return { orders, damaged, next }
}
