import type { KitchenStatus, ManagedKitchen } from '#contract/kitchen.ts'
import type { Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import type { KitchenContext } from './change-kitchen.ts'
import { readManagedKitchen } from './managed-kitchen.ts'
import { initialSettings, parseKitchenIdentity, refuseTakenSlug } from './settings.ts'

type KitchenIdentity = ReturnType<typeof parseKitchenIdentity>

/**
 * Creates a kitchen that the caller owns. An admin has to open it to customers.
 * @throws {Refusal} slug_taken, and the refusals of parseKitchenIdentity
 */
export async function createPendingKitchen(
  { db, events }: KitchenContext,
  actor: Actor,
  input: KitchenIdentity,
): Promise<ManagedKitchen> {
  const identity = parseKitchenIdentity(input)
  const create = () =>
    db.transaction().execute(async (tx) => {
      const kitchenId = await insertKitchen(tx, identity, 'pending')
      await upsertMember(tx, { kitchenId, userId: actor.userId, role: 'owner' })
      await events.publish(tx, 'moderation.changed')
      return readManagedKitchen(tx, kitchenId, 'owner')
    })
  return retryTransaction(create, (error) => error instanceof Refusal)
}

/** Inserts a kitchen without opening hours and without a menu. @returns the id of the kitchen @throws {Refusal} slug_taken */
export async function insertKitchen(tx: Tx, identity: KitchenIdentity, status: KitchenStatus): Promise<string> {
  await refuseTakenSlug(tx, identity.slug)
  const id = newId()
  await tx
    .insertInto('vendors')
    .values({
      ...initialSettings,
      ...identity,
      id,
      status,
      hours: JSON.stringify({ weekly: [], special: [] }),
      zones: '[]',
      paused_until: null,
      rush_minutes: 0,
      rush_until: null,
      commission_rate: 0,
      last_receipt: 0,
      last_credit_note: 0,
      version: 0,
      is_sample: 0,
      created_at: Date.now(),
    })
    .execute()
  return id
}

/** Adds a user to a kitchen, or changes the role of a member. */
export async function upsertMember(
  tx: Tx,
  { kitchenId, userId, role }: { kitchenId: string; userId: string; role: 'owner' | 'staff' },
): Promise<void> {
  await tx
    .insertInto('vendor_members')
    .values({ vendor_id: kitchenId, user_id: userId, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}
