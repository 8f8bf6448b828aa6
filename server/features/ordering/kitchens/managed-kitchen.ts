import {
  type ManagedKitchen,
  type MemberRole,
  manageableKitchenSchema,
  managedKitchenSchema,
} from '#contract/kitchen.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { listFullSlots } from './full-slots.ts'
import { buildMembersQuery } from './members.ts'
import { requireKitchen } from './read-kitchen.ts'
import { readManagedMenu } from './read-managed-menu.ts'

/**
 * Returns a kitchen as its members see it.
 * @param role the role of the caller in the kitchen; null for an admin who is not a member
 * @throws {Refusal} not_found
 */
export async function readManagedKitchen(
  db: DatabaseOrTx,
  kitchenId: string,
  role: MemberRole | null,
): Promise<ManagedKitchen> {
  const now = Date.now()
  const head = await requireKitchen(db, kitchenId, now)
  const { categories, damaged } = await readManagedMenu(db, kitchenId, now)
  const kitchen = managedKitchenSchema.parse({
    ...head,
    role,
    categories,
    now,
    fullSlots: await listFullSlots(db, kitchenId, head.terms.ordersPerSlot, now),
    // Owners come first, and members of the same role are sorted by the time of joining.
    members: await buildMembersQuery(db)
      .where('vendor_id', '=', kitchenId)
      .orderBy('role')
      .orderBy('joined_at')
      .execute(),
    invitations: await db
      .selectFrom('kitchen_invitations')
      .select(['id as invitationId', 'email', 'role'])
      .where('vendor_id', '=', kitchenId)
      .orderBy('created_at')
      .execute(),
  })
  return { ...kitchen, damaged }
}

/** Lists the kitchens where the caller works, by name. An admin gets all kitchens. */
export async function listManageableKitchens(db: DatabaseOrTx, { userId, roles }: Actor) {
  const rows = await db
    .selectFrom('vendors')
    .leftJoin('vendor_members', (join) =>
      join.onRef('vendor_id', '=', 'vendors.id').on('vendor_members.user_id', '=', userId),
    )
    .select(['vendors.id', 'slug', 'name', 'status', 'role'])
    .$if(!roles.includes('Admin'), (query) => query.where('role', 'is not', null))
    .orderBy('name')
    .orderBy('vendors.id')
    .execute()
  const { shown, damaged } = presentRows('kitchen', manageableKitchenSchema, rows, ({ id, ...kitchen }) => ({
    vId: id,
    ...kitchen,
  }))
  return { kitchens: shown, damaged }
}
