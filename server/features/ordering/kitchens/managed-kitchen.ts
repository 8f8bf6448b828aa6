import { type ManagedKitchen, type MemberRole, managedKitchen, ownKitchen } from '#contract/kitchen.ts'
import type { Queries } from '../../../db/database.ts'
import { profiles } from '../../../db/profiles.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { listFullSlots } from './full-slots.ts'
import { findKitchenTerms, shouldConfirmGuests } from './read-kitchen.ts'
import { readMenu } from './read-menu.ts'

/**
 * Returns a kitchen as its members see it.
 * @param role the role of the caller there; null for an admin who is not a member
 * @throws {Refusal} not_found
 */
export async function readManagedKitchen(
  db: Queries,
  kitchenId: string,
  role: MemberRole | null,
): Promise<ManagedKitchen> {
  const now = Date.now()
  const kitchenTerms = await findKitchenTerms(db, { kitchenId }, now)
  if (!kitchenTerms) throw new Refusal('not_found')
  const { status, ...terms } = kitchenTerms
  const { categories, damaged } = await readMenu(db, kitchenId, now)
  const kitchen = managedKitchen.parse({
    status,
    role,
    terms,
    categories,
    confirmFirst: await shouldConfirmGuests(db, kitchenId),
    fullSlots: await listFullSlots(db, kitchenId, terms.ordersPerSlot, now),
    members: await listMembers(db, kitchenId),
    invitations: await listKitchenInvitations(db, kitchenId),
  })
  return { ...kitchen, damaged }
}

/** Lists the kitchens where the caller works, by name. An admin gets all kitchens. */
export async function listOwnKitchens(db: Queries, { userId, roles }: Actor) {
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
  const { shown, damaged } = presentRows('kitchen', ownKitchen, rows, ({ id, ...kitchen }) => ({ vId: id, ...kitchen }))
  return { kitchens: shown, damaged }
}

/** Lists the members of a kitchen: owners first, then in the order of joining. */
const listMembers = (db: Queries, kitchenId: string): Promise<ManagedKitchen['members']> =>
  db
    .selectFrom('vendor_members')
    .innerJoin(profiles(db).as('member'), 'member.id', 'vendor_members.user_id')
    .select(['member.id as userId', 'name', 'email', 'role'])
    .where('vendor_id', '=', kitchenId)
    .orderBy('role')
    .orderBy('vendor_members.created_at')
    .execute()

const listKitchenInvitations = (db: Queries, kitchenId: string): Promise<ManagedKitchen['invitations']> =>
  db
    .selectFrom('kitchen_invitations')
    .select(['id as invitationId', 'email', 'role'])
    .where('vendor_id', '=', kitchenId)
    .orderBy('created_at')
    .execute()
