import { recordAction } from '../../../db/audit-log.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import { buildEmailKeyQuery } from '../../../db/profiles.ts'
import type { EventBus } from '../../../events/events.ts'
import { lockKitchen } from './change-kitchen.ts'
import { buildMembersQuery, listInvitationsToReader } from './members.ts'

const DELETED_ACCOUNT_NAME = 'a deleted account'

/** Exports and erases memberships and invitations of an account. The database deletes a membership with its account. */
export const createKitchenUserDataHandlers = (events: EventBus) => ({
  export: async (db: DatabaseOrTx, userId: string) => {
    const rows = await db
      .selectFrom('vendor_members')
      .innerJoin('vendors', 'vendors.id', 'vendor_id')
      .select(['name', 'slug', 'role', 'vendor_members.created_at'])
      .where('user_id', '=', userId)
      .orderBy('vendor_members.created_at')
      .execute()
    const kitchens = rows.map(({ created_at, ...row }) => ({ ...row, since: new Date(created_at).toISOString() }))
    return { kitchens, kitchenInvitations: await listInvitationsToReader(db, userId) }
  },

  /** Suspends each kitchen whose other owners are banned or that has no other owner. Adds entries to the audit log. */
  erase: async (tx: Tx, userId: string): Promise<void> => {
    await tx.deleteFrom('kitchen_invitations').where('email_key', '=', buildEmailKeyQuery(tx, userId)).execute()
    const ownedKitchens = await tx
      .selectFrom('vendor_members')
      .select('vendor_id')
      .where('user_id', '=', userId)
      .where('role', '=', 'owner')
      .orderBy('vendor_id')
      .execute()
    for (const { vendor_id: kitchenId } of ownedKitchens) {
      await events.publish(tx, 'kitchen.changed', { kitchenId })
      const { name, status } = await lockKitchen(tx, kitchenId)
      const otherOwner = await buildMembersQuery(tx)
        .where('vendor_id', '=', kitchenId)
        .where('role', '=', 'owner')
        .where('user_id', '!=', userId)
        .where('banned_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (otherOwner || status === 'suspended') continue
      await tx.updateTable('vendors').set({ status: 'suspended' }).where('id', '=', kitchenId).execute()
      await recordAction(tx, {
        actor: { id: userId, name: DELETED_ACCOUNT_NAME },
        action: 'kitchen suspended',
        target: { id: kitchenId, name },
        detail: 'Its last owner who is not banned has deleted their account.',
      })
    }
  },
})
