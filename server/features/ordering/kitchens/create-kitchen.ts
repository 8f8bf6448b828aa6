import type { Insertable } from 'kysely'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import type { VendorsTable } from '../../../db/ordering-tables.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { KitchenContext } from './change-kitchen.ts'
import { readManagedKitchen } from './managed-kitchen.ts'
import { upsertMember } from './members.ts'
import { type CoreKitchenSettings, parseCoreKitchenSettings, refuseTakenSlug } from './settings.ts'

/**
 * Creates a kitchen that the caller owns. An admin has to open it to customers.
 * @throws {Refusal} slug_taken, and the refusals of parseCoreKitchenSettings
 */
export function createKitchenForApproval(
  { db, events }: KitchenContext,
  actor: Actor,
  input: CoreKitchenSettings,
): Promise<ManagedKitchen> {
  return retryTransaction(db, async (tx) => {
    const kitchenId = await insertKitchenRow(tx, { ...parseCoreKitchenSettings(input), status: 'pending' })
    await upsertMember(tx, { kitchenId, userId: actor.userId, role: 'owner' })
    await events.publish(tx, 'moderation.changed')
    return readManagedKitchen(tx, kitchenId, 'owner')
  })
}

const initialColumns = {
  blurb: '',
  phone: '',
  place: '',
  services: JSON.stringify(['delivery', 'pickup']),
  prep_minutes: 20,
  accept_within_minutes: 15,
  delivery_fee: 0,
  minimum_order: 0,
  confirm_first: 0,
  hours: JSON.stringify({ weekly: [], special: [] }),
  zones: '[]',
  rush_minutes: 0,
  commission_rate: 0,
  last_receipt: 0,
  last_credit_note: 0,
  version: 0,
  is_sample: 0,
} as const

/**
 * Inserts a kitchen without a menu.
 * @param columns the columns that differ from `initialColumns`
 * @returns its id
 * @throws {Refusal} slug_taken
 */
export async function insertKitchenRow(
  tx: Tx,
  columns: CoreKitchenSettings & Pick<VendorsTable, 'status'> & Partial<Insertable<VendorsTable>>,
): Promise<string> {
  await refuseTakenSlug(tx, columns.slug)
  const id = createId()
  await tx
    .insertInto('vendors')
    .values({ ...initialColumns, created_at: Date.now(), ...columns, id })
    .execute()
  return id
}
