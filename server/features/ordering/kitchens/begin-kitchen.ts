import type { Transaction } from 'kysely'
import type { KitchenStatus, ManagedKitchen } from '#contract/kitchen.ts'
import { newId } from '../../../db/ids.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import type { KitchenContext } from './change-kitchen.ts'
import { readManagedKitchen } from './managed-kitchen.ts'
import { checkedIdentity, initialSettings, refuseTaken } from './settings.ts'

type Identity = ReturnType<typeof checkedIdentity>

/**
 * Begins a kitchen of the caller's own, which waits for an admin to open it.
 * @throws {Refusal} what checkedIdentity throws; slug_taken
 */
export async function beginKitchen(
  { db, events }: KitchenContext,
  actor: Actor,
  typed: Identity,
): Promise<ManagedKitchen> {
  const identity = checkedIdentity(typed)
  const make = () =>
    db.transaction().execute(async (tx) => {
      const vId = await insertKitchen(tx, identity, 'pending')
      await putMember(tx, { vId, userId: actor.userId, role: 'owner' })
      await events.publish(tx, 'moderation.changed')
      return readManagedKitchen(tx, vId, 'owner')
    })
  return retryTransaction(make, (error) => error instanceof Refusal)
}

/** Inserts a kitchen without hours and menu. @returns its id @throws {Refusal} slug_taken */
export async function insertKitchen(
  tx: Transaction<Schema>,
  identity: Identity,
  status: KitchenStatus,
): Promise<string> {
  await refuseTaken(tx, identity.slug)
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

/** Makes somebody a member, or gives a member another role. */
export async function putMember(
  tx: Transaction<Schema>,
  { vId, userId, role }: { vId: string; userId: string; role: 'owner' | 'staff' },
): Promise<void> {
  await tx
    .insertInto('vendor_members')
    .values({ vendor_id: vId, user_id: userId, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}
