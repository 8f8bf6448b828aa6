import { timingSafeEqual } from 'node:crypto'
import type { MemberRole } from '#contract/kitchen.ts'
import type { DatabaseOrTx } from '../../db/database.ts'

/** Returns the role of a user in a kitchen, or undefined when they do not work there. */
export async function findMemberRole(
  db: DatabaseOrTx,
  kitchenId: string,
  userId: string,
): Promise<MemberRole | undefined> {
  const member = await db
    .selectFrom('vendor_members')
    .select('role')
    .where('vendor_id', '=', kitchenId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role
}

/** The account and the tracking token of a caller who wants to read an order; null when the caller has none. */
export interface OrderCredentials {
  userId: string | null
  trackingToken: string | null
}

/**
 * Returns `customer` for the customer of an order and for the holder of its tracking token. Returns `member` for a
 * member of its kitchen, and null for everybody else.
 */
export async function findOrderRole(
  db: DatabaseOrTx,
  orderId: string,
  { userId, trackingToken }: OrderCredentials,
): Promise<'customer' | 'member' | null> {
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'vendor_id', 'tracking_token'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return null
  if (trackingToken !== null && isSameToken(trackingToken, order.tracking_token)) return 'customer'
  if (userId === null) return null
  if (order.user_id === userId) return 'customer'
  return (await findMemberRole(db, order.vendor_id, userId)) === undefined ? null : 'member'
}

/** Returns the queries that decide which open pages receive live events of an order or a kitchen. */
export const createOrderAccessChecks = (db: DatabaseOrTx) => ({
  mayReadOrder: async (orderId: string, reader: OrderCredentials) =>
    (await findOrderRole(db, orderId, reader)) !== null,
  worksIn: async (kitchenId: string, userId: string) => (await findMemberRole(db, kitchenId, userId)) !== undefined,
})

/** Compares in constant time, so that the duration does not reveal how many characters of a token are right. */
function isSameToken(received: string, token: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
