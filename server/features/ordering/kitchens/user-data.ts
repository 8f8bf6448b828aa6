import { buildUserEmailKeyQuery } from '../../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { EventBus } from '../../../events/events.ts'
import type { DeletedPerson } from '../../define-feature.ts'
import { listInvitationsToReader } from './members.ts'
import { suspendOwnerlessKitchens } from './suspend-ownerless-kitchens.ts'

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

  erase: async (tx: Tx, { userId }: DeletedPerson): Promise<void> => {
    await tx.deleteFrom('kitchen_invitations').where('email_key', '=', buildUserEmailKeyQuery(tx, userId)).execute()
    await suspendOwnerlessKitchens(tx, events, {
      ownerId: userId,
      actor: { userId, name: DELETED_ACCOUNT_NAME },
      detail: 'Its last owner who is not banned has deleted their account.',
    })
  },
})
