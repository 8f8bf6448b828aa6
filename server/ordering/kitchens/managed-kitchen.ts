import type { ManagedKitchen, MemberRole, OwnKitchen } from '#contract/kitchen.ts'
import type { Queries } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../http/failures.ts'
import { fullSlotsOf } from '../orders/full-slots.ts'
import { findTerms } from './read-kitchen.ts'
import { readMenu } from './read-menu.ts'

/**
 * A kitchen as its members see it.
 * @param role what the caller is in it
 * @throws {Refusal} not_found
 */
export async function readManagedKitchen(db: Queries, vId: string, role: MemberRole | null): Promise<ManagedKitchen> {
  const now = Date.now()
  const found = await findTerms(db, { vId }, now)
  if (!found) throw new Refusal('not_found')
  const { status, ...terms } = found
  return {
    status,
    role,
    terms,
    categories: await readMenu(db, vId, now),
    fullSlots: await fullSlotsOf(db, vId, terms.ordersPerSlot, now),
    members: await listMembers(db, vId),
  }
}

/** The kitchens that somebody works in, by name; of an admin all. */
export async function listOwnKitchens(db: Queries, { userId, roles }: Actor): Promise<OwnKitchen[]> {
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
  return rows.map(({ id, ...kitchen }) => ({ vId: id, ...kitchen }))
}

/** Who works there, owners first, then by how long. */
const listMembers = (db: Queries, vId: string): Promise<ManagedKitchen['members']> =>
  db
    .selectFrom('vendor_members')
    .innerJoin('users', 'users.id', 'vendor_members.user_id')
    .select(['users.id as userId', 'name', 'email', 'role'])
    .where('vendor_id', '=', vId)
    .orderBy('role')
    .orderBy('vendor_members.created_at')
    .execute()
