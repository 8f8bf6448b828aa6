import type { DatabaseOrTx } from '../../../db/database.ts'

/**
 * Returns the time since which an owner can refund card payments, in milliseconds since 1970. It is the later of two
 * times: when the owner became a member, and when the kitchen got its first card payment. Returns null when the person
 * is not an owner or the kitchen has no card payment.
 */
export async function findOwnerRefundRightStart(
  db: DatabaseOrTx,
  kitchenId: string,
  userId: string,
): Promise<number | null> {
  const owner = await db
    .selectFrom('vendor_members')
    .select('created_at')
    .where('vendor_id', '=', kitchenId)
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  const first = await db
    .selectFrom('receipts')
    .select('issued_at')
    .where('vendor_id', '=', kitchenId)
    .where('kind', '=', 'receipt')
    .where('payment', '=', 'card')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return owner && first ? Math.max(owner.created_at, first.issued_at) : null
}
