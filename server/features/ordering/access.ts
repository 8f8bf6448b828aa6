import { timingSafeEqual } from 'node:crypto'
import type { MemberRole } from '#contract/kitchen.ts'
import type { Queries } from '../../db/database.ts'

/** Returns the role of a user in a kitchen, or undefined when they do not work there. */
export async function findMemberRole(db: Queries, kitchenId: string, userId: string): Promise<MemberRole | undefined> {
  const member = await db
    .selectFrom('vendor_members')
    .select('role')
    .where('vendor_id', '=', kitchenId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role
}

/** Returns whether the caller may read an order, as its customer, the holder of its token or a member of its kitchen. */
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
  if (by.trackingToken !== null && isSameToken(by.trackingToken, order.tracking_token)) return true
  if (by.userId === null) return false
  return order.user_id === by.userId || (await findMemberRole(db, order.vendor_id, by.userId)) !== undefined
}

/** Returns the fields of the live event `orderChanged`, or undefined when the order does not exist. */
export const readOrderVersion = (db: Queries, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['id as orderId', 'vendor_id as vId', 'version'])
    .where('id', '=', orderId)
    .executeTakeFirst()

/** Compares in constant time, so that the duration does not reveal how much of a token is right. */
function isSameToken(received: string, token: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
