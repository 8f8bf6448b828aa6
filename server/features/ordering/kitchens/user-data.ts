import type { Transaction } from 'kysely'
import { recordAction } from '../../../db/audit-log.ts'
import type { Queries } from '../../../db/database.ts'
import { emailKeyOf } from '../../../db/profiles.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'
import { lockKitchen } from './change-kitchen.ts'
import { listInvitations } from './members.ts'

/** How the audit log calls who is gone. */
const NOBODY = 'a deleted account'

/** What kitchens are to an account: where it works. The membership goes with the account by itself. */
export const kitchenUserData = (events: Events) => ({
  export: async (db: Queries, userId: string) => {
    const rows = await db
      .selectFrom('vendor_members')
      .innerJoin('vendors', 'vendors.id', 'vendor_id')
      .select(['name', 'slug', 'role', 'vendor_members.created_at'])
      .where('user_id', '=', userId)
      .orderBy('vendor_members.created_at')
      .execute()
    const kitchens = rows.map(({ created_at, ...row }) => ({ ...row, since: new Date(created_at).toISOString() }))
    return { kitchens, kitchenInvitations: await listInvitations(db, userId) }
  },

  /** A kitchen that nobody owns any more takes no orders: it is suspended, and the audit log says why. */
  erase: async (tx: Transaction<Schema>, userId: string): Promise<void> => {
    await tx.deleteFrom('kitchen_invitations').where('email_key', '=', emailKeyOf(tx, userId)).execute()
    const owned = await tx
      .selectFrom('vendor_members')
      .select('vendor_id')
      .where('user_id', '=', userId)
      .where('role', '=', 'owner')
      .orderBy('vendor_id')
      .execute()
    for (const { vendor_id: vId } of owned) {
      await events.publish(tx, 'kitchen.changed', { kitchenId: vId })
      const { name, status } = await lockKitchen(tx, vId)
      const another = await tx
        .selectFrom('vendor_members')
        .select('user_id')
        .where('vendor_id', '=', vId)
        .where('role', '=', 'owner')
        .where('user_id', '!=', userId)
        .limit(1)
        .executeTakeFirst()
      if (another || status === 'suspended') continue
      await tx.updateTable('vendors').set({ status: 'suspended' }).where('id', '=', vId).execute()
      await recordAction(tx, {
        actor: { id: userId, name: NOBODY },
        action: 'kitchen suspended',
        target: { id: vId, name },
        detail: 'Its only owner has deleted their account.',
      })
    }
  },
})
