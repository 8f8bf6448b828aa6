import type { Order } from '#contract/ordering.ts'
import type { Queries } from '../../../db/database.ts'
import { readPage } from '../../../db/read-page.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { findMemberRole, mayReadOrder } from '../access.ts'
import { presentOrder, presentOrders, selectOrders } from './order-rows.ts'

/** The orders of one page of the list. */
const PAGE_SIZE = 20

/** The caller: an account, the holder of a tracking token, both or neither. */
export interface OrderRequester {
  actor: Actor | null
  token: string | undefined
}

/** Checks that the caller may read an order. @throws {Refusal} not_found */
export async function requireOrderReader(db: Queries, id: string, { actor, token }: OrderRequester): Promise<void> {
  const by = { userId: actor?.userId ?? null, trackingToken: token ?? null }
  if (!actor?.roles.includes('Admin') && !(await mayReadOrder(db, id, by))) throw new Refusal('not_found')
}

/** Returns an order that the caller may read. @throws {Refusal} not_found */
export async function findOrder(db: Queries, id: string, requester: OrderRequester): Promise<Order> {
  await requireOrderReader(db, id, requester)
  const row = await selectOrders(db).where('orders.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentOrder(db, row)
}

/** Returns whether the caller is the customer of an order or holds its token. Members of the kitchen are not. */
export async function isOrderCustomer(db: Queries, id: string, { actor, token }: OrderRequester): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'tracking_token'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order) return false
  return order.tracking_token === token || (actor !== null && order.user_id === actor.userId)
}

/** Lists the orders of an account, newest first. @param cursor the id of the last order of the previous page */
export async function listCustomerOrders(db: Queries, userId: string, cursor: string | undefined) {
  const query = selectOrders(db)
    .where('orders.user_id', '=', userId)
    .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
    .orderBy('orders.id', 'desc')
  const { rows, next } = await readPage(query, ({ id }) => id, PAGE_SIZE)
  const { shown: orders, damaged } = await presentOrders(db, rows)
  return { orders, damaged, next }
}

/** Returns whether the caller acts on orders as a member of the kitchen or as an admin. @throws {Refusal} not_found for others */
export async function requireKitchenActor(db: Queries, kitchenId: string, actor: Actor): Promise<'vendor' | 'admin'> {
  if ((await findMemberRole(db, kitchenId, actor.userId)) !== undefined) return 'vendor'
  if (actor.roles.includes('Admin')) return 'admin'
  throw new Refusal('not_found')
}

/** @throws {Refusal} not_found when the kitchen has no such order */
export async function requireKitchenOrder(db: Queries, kitchenId: string, id: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirst()
  if (!order) throw new Refusal('not_found')
}
