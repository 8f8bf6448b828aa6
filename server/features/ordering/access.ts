import { timingSafeEqual } from 'node:crypto'
import type { MemberRole } from '#contract/kitchen.ts'
import type { Queries } from '../../db/database.ts'

/** What somebody is in a kitchen; undefined for who does not work there. */
export async function memberRoleOf(db: Queries, vId: string, userId: string): Promise<MemberRole | undefined> {
  const member = await db
    .selectFrom('vendor_members')
    .select('role')
    .where('vendor_id', '=', vId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role
}

/** Whether somebody may read an order: its customer, the holder of its token, its kitchen. */
export async function mayReadOrder(
  db: Queries,
  orderId: string,
  by: { userId: string | null; trackingToken: string | null },
): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'vendor_id', 'tracking_token'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return false
  if (by.trackingToken !== null && isSame(by.trackingToken, order.tracking_token)) return true
  if (by.userId === null) return false
  return order.user_id === by.userId || (await memberRoleOf(db, order.vendor_id, by.userId)) !== undefined
}

/** What open pages are told of an order; undefined where there is none. */
export const readOrderVersion = (db: Queries, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['id as orderId', 'vendor_id as vId', 'version'])
    .where('id', '=', orderId)
    .executeTakeFirst()

/** In a time that does not tell how much of it is right. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
