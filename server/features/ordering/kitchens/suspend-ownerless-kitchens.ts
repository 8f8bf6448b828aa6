import { type AuditActor, recordAction } from '../../../db/audit-log.ts'
import type { Tx } from '../../../db/database.ts'
import { createTransactionSubscription, type EventBus } from '../../../events/events.ts'
import { lockKitchen } from './change-kitchen.ts'
import { buildMembersQuery } from './members.ts'

/**
 * Suspends each kitchen in which a leaving owner was the last owner who is not banned, because nobody would be
 * responsible for new orders. Adds entries to the audit log.
 * @param detail the reason for the audit log
 */
export async function suspendOwnerlessKitchens(
  tx: Tx,
  events: EventBus,
  { ownerId, actor, detail }: { ownerId: string; actor: AuditActor; detail: string },
): Promise<void> {
  const ownedKitchens = await tx
    .selectFrom('vendor_members')
    .select('vendor_id')
    .where('user_id', '=', ownerId)
    .where('role', '=', 'owner')
    .orderBy('vendor_id')
    .execute()
  for (const { vendor_id: kitchenId } of ownedKitchens) {
    await events.publish(tx, 'kitchen.changed', { kitchenId })
    const { name, status } = await lockKitchen(tx, kitchenId)
    const otherOwner = await buildMembersQuery(tx)
      .where('vendor_id', '=', kitchenId)
      .where('role', '=', 'owner')
      .where('user_id', '!=', ownerId)
      .where('banned_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (otherOwner || status === 'suspended') continue
    await tx.updateTable('vendors').set({ status: 'suspended' }).where('id', '=', kitchenId).execute()
    await recordAction(tx, { actor, action: 'kitchen suspended', target: { id: kitchenId, name }, detail })
    if (status === 'pending') await events.publish(tx, 'moderation.changed')
  }
}

/** Returns the subscription that suspends the kitchens whose last owner is banned. */
export const createOwnerBanSubscription = (events: EventBus) =>
  createTransactionSubscription('account.banned', ({ userId, by }, tx) =>
    suspendOwnerlessKitchens(tx, events, {
      ownerId: userId,
      actor: by,
      detail: 'Its last owner who was not banned is banned now.',
    }),
  )
