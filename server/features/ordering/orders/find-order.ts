import type { Order } from '#contract/ordering.ts'
import type { Queries } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { mayReadOrder, memberRoleOf } from '../access.ts'
import { orderRows, presentOne, presentOrders } from './order-rows.ts'

const PAGE_SIZE = 20

/** Who asks: an account, the holder of a token, both or neither. */
export interface Asker {
  actor: Actor | null
  token: string | undefined
}

/** Checks that somebody may read an order. @throws {Refusal} not_found for anybody else */
export async function requireReader(db: Queries, id: string, { actor, token }: Asker): Promise<void> {
  const by = { userId: actor?.userId ?? null, trackingToken: token ?? null }
  if (!actor?.roles.includes('Admin') && !(await mayReadOrder(db, id, by))) throw new Refusal('not_found')
}

/** An order for who may read it. @throws {Refusal} not_found for anybody else */
export async function findOrder(db: Queries, id: string, asker: Asker): Promise<Order> {
  await requireReader(db, id, asker)
  const row = await orderRows(db).where('orders.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentOne(db, row)
}

/** Whether somebody is the customer of an order, or holds its token: its kitchen may read it, but it is not theirs. */
export async function isOrderOf(db: Queries, id: string, { actor, token }: Asker): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'tracking_token'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order) return false
  return order.tracking_token === token || (actor !== null && order.user_id === actor.userId)
}

/** The orders of an account, newest first. @param cursor the last that is known already */
export async function listOrdersOf(db: Queries, userId: string, cursor: string | undefined) {
  const rows = await orderRows(db)
    .where('orders.user_id', '=', userId)
    .$if(cursor !== undefined, (query) => query.where('orders.id', '<', cursor ?? ''))
    .orderBy('orders.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const page = rows.slice(0, PAGE_SIZE)
  const next = rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null
  const { shown: orders, damaged } = await presentOrders(db, page)
  return { orders, damaged, next }
}

/** As whom somebody acts on a kitchen's orders. @throws {Refusal} not_found for who does not work there */
export async function actsAs(db: Queries, vId: string, actor: Actor): Promise<'vendor' | 'admin'> {
  if ((await memberRoleOf(db, vId, actor.userId)) !== undefined) return 'vendor'
  if (actor.roles.includes('Admin')) return 'admin'
  throw new Refusal('not_found')
}

/** @throws {Refusal} not_found where a kitchen has no such order */
export async function requireOrderOf(db: Queries, vId: string, id: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (!order) throw new Refusal('not_found')
}
