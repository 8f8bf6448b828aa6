import type { Selectable } from 'kysely'
import type { ManagedKitchen, MemberRole } from '#contract/kitchen.ts'
import type { Database, Queries, Tx } from '../../../db/database.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import type { Events } from '../../../events/events.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { findMemberRole } from '../access.ts'
import { readManagedKitchen } from './managed-kitchen.ts'

export interface KitchenContext {
  db: Database
  /** The origin of the site, for links in mails. */
  origin: string
  events: Events
}

/** The members of a kitchen that may do something: all of them, or only owners. Admins always may. */
export type AllowedCallers = 'members' | 'owners'

/**
 * Returns the role of the caller in a kitchen, or null for an admin who is not a member.
 * @throws {Refusal} not_found when the caller does not work there; forbidden for staff when only owners are allowed
 */
export async function requireMember(
  db: Queries,
  actor: Actor,
  kitchenId: string,
  allow: AllowedCallers,
): Promise<MemberRole | null> {
  const role = (await findMemberRole(db, kitchenId, actor.userId)) ?? null
  if (actor.roles.includes('Admin')) return role
  if (role === null) throw new Refusal('not_found')
  if (allow === 'owners' && role !== 'owner') throw new Refusal('forbidden')
  return role
}

/**
 * Locks a kitchen until the end of the transaction. Other changes and new orders wait.
 * @throws {Refusal} not_found
 */
export async function lockKitchen(tx: Tx, kitchenId: string): Promise<Selectable<VendorsTable>> {
  const kitchen = await tx
    .updateTable('vendors')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', kitchenId)
    .returningAll()
    .executeTakeFirst()
  if (!kitchen) throw new Refusal('not_found')
  return kitchen
}

/**
 * Changes a kitchen and publishes that it has changed.
 * @param change receives the kitchen before the change, which is locked
 * @returns the kitchen after the change
 * @throws {Refusal} not_found, forbidden, and the refusals of `change`
 */
export async function changeKitchen(
  { db, events }: KitchenContext,
  { actor, kitchenId, allow }: { actor: Actor; kitchenId: string; allow: AllowedCallers },
  change: (tx: Tx, kitchen: Selectable<VendorsTable>) => Promise<unknown>,
): Promise<ManagedKitchen> {
  return db.transaction().execute(async (tx) => {
    const role = await requireMember(tx, actor, kitchenId, allow)
    await change(tx, await lockKitchen(tx, kitchenId))
    await events.publish(tx, 'kitchen.changed', { kitchenId })
    return readManagedKitchen(tx, kitchenId, role)
  })
}
