import type { Queries } from '../../../db/database.ts'

/**
 * Returns since when an owner can give back money that customers have paid by card: the later one of the times of the
 * membership and of the kitchen's first payment by card. Null when the person is no owner, or nothing was paid by card.
 */
export async function trustedSince(db: Queries, kitchenId: string, userId: string): Promise<number | null> {
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
