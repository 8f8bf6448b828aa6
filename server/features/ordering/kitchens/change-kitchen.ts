import type { Selectable, Transaction } from 'kysely'
import type { ManagedKitchen, MemberRole } from '#contract/kitchen.ts'
import type { Database, Queries } from '../../../db/database.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { memberRoleOf } from '../access.ts'
import { readManagedKitchen } from './managed-kitchen.ts'

export interface KitchenContext {
  db: Database
  /** Where links of mails lead. */
  origin: string
  events: Events
}

/** Who may do something in a kitchen: everybody who works there, or owners; an admin always. */
export type May = 'members' | 'owners'

/**
 * What the caller is in a kitchen; null for an admin who is no member.
 * @throws {Refusal} not_found for who does not work there; forbidden for staff where only owners may
 */
export async function requireMember(db: Queries, actor: Actor, vId: string, may: May): Promise<MemberRole | null> {
  const role = (await memberRoleOf(db, vId, actor.userId)) ?? null
  if (actor.roles.includes('Admin')) return role
  if (role === null) throw new Refusal('not_found')
  if (may === 'owners' && role !== 'owner') throw new Refusal('forbidden')
  return role
}

/**
 * Holds a kitchen to the end of the transaction: whoever changes it or orders there comes after.
 * @throws {Refusal} not_found
 */
export async function lockKitchen(tx: Transaction<Schema>, vId: string): Promise<Selectable<VendorsTable>> {
  const vendor = await tx
    .updateTable('vendors')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', vId)
    .returningAll()
    .executeTakeFirst()
  if (!vendor) throw new Refusal('not_found')
  return vendor
}

/**
 * Changes a kitchen and publishes that it has changed.
 * @param change is given the kitchen as it was, which nobody else changes meanwhile
 * @returns the kitchen as it is then
 * @throws {Refusal} not_found, forbidden, and what the change refuses
 */
export async function changeKitchen(
  { db, events }: KitchenContext,
  { actor, vId, may }: { actor: Actor; vId: string; may: May },
  change: (tx: Transaction<Schema>, vendor: Selectable<VendorsTable>) => Promise<unknown>,
): Promise<ManagedKitchen> {
  return db.transaction().execute(async (tx) => {
    const role = await requireMember(tx, actor, vId, may)
    await change(tx, await lockKitchen(tx, vId))
    await events.publish(tx, 'kitchen.changed', { kitchenId: vId })
    return readManagedKitchen(tx, vId, role)
  })
}
