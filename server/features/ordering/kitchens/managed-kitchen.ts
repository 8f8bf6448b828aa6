import { type ManagedKitchen, type MemberRole, managedKitchen, ownKitchen } from '#contract/kitchen.ts'
import type { Queries } from '../../../db/database.ts'
import { profiles } from '../../../db/profiles.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { presentRows } from '../../../http/present-rows.ts'
import { fullSlotsOf } from './full-slots.ts'
import { confirmsFirst, findTerms } from './read-kitchen.ts'
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
  const { categories, damaged } = await readMenu(db, vId, now)
  const kitchen = managedKitchen.parse({
    status,
    role,
    terms,
    categories,
    confirmFirst: await confirmsFirst(db, vId),
    fullSlots: await fullSlotsOf(db, vId, terms.ordersPerSlot, now),
    members: await listMembers(db, vId),
    invitations: await invitationsOf(db, vId),
  })
  return { ...kitchen, damaged }
}

/** The kitchens that somebody works in, by name; of an admin all. */
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

/** Who works there, owners first, then by how long. */
const listMembers = (db: Queries, vId: string): Promise<ManagedKitchen['members']> =>
  db
    .selectFrom('vendor_members')
    .innerJoin(profiles(db).as('member'), 'member.id', 'vendor_members.user_id')
    .select(['member.id as userId', 'name', 'email', 'role'])
    .where('vendor_id', '=', vId)
    .orderBy('role')
    .orderBy('vendor_members.created_at')
    .execute()

const invitationsOf = (db: Queries, vId: string): Promise<ManagedKitchen['invitations']> =>
  db
    .selectFrom('kitchen_invitations')
    .select(['id as invitationId', 'email', 'role'])
    .where('vendor_id', '=', vId)
    .orderBy('created_at')
    .execute()
