import type { createKitchenForOwner as createKitchenCall, DeskKitchen } from '#contract/desk-kitchens.ts'
import type { RequestBody } from '#contract/endpoint.ts'
import { COMMISSION_MAX_BASIS_POINTS, REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { buildAccountsQuery } from '../../../db/accounts.ts'
import { type AuditActor, recordAction } from '../../../db/audit-log.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { parseEmail } from '../../../http/parse-email.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { type KitchenContext, lockKitchen } from './change-kitchen.ts'
import { insertKitchenRow } from './create-kitchen.ts'
import { getDeskKitchen } from './desk-list.ts'
import { writeStatusMail } from './kitchen-mails.ts'
import { upsertMember } from './members.ts'
import { parseCoreKitchenSettings } from './settings.ts'

export interface DeskKitchenContext extends KitchenContext {
  grantPartnerRole: (tx: Tx, by: AuditActor, userId: string) => Promise<unknown>
}

/**
 * Creates a kitchen that is open to customers at once. The reader with the given email address becomes its owner and
 * gets the role Partner.
 * @throws {Refusal} email_invalid, no_such_reader, slug_taken, and the refusals of parseCoreKitchenSettings
 */
export async function createKitchenForOwner(
  { db, grantPartnerRole }: DeskKitchenContext,
  by: AuditActor,
  { owner, ...input }: RequestBody<typeof createKitchenCall>,
): Promise<DeskKitchen> {
  const identity = parseCoreKitchenSettings(input)
  const { key } = parseEmail(owner)
  return retryTransaction(db, async (tx) => {
    const reader = await buildAccountsQuery(tx)
      .where('email_key', '=', key)
      .where('is_guest', '=', 0)
      .where('banned_at', 'is', null)
      .executeTakeFirst()
    if (!reader) throw new Refusal('no_such_reader')
    const kitchenId = await insertKitchenRow(tx, { ...identity, status: 'active' })
    await upsertMember(tx, { kitchenId, userId: reader.id, role: 'owner' })
    await recordAction(tx, { actor: by, action: 'kitchen created', target: { id: kitchenId, name: identity.name } })
    await grantPartnerRole(tx, by, reader.id)
    return getDeskKitchen(tx, kitchenId)
  })
}

/**
 * Opens a kitchen to customers, or suspends it, and mails its owners. A repeated call changes nothing.
 * @throws {Refusal} not_found
 */
export async function setKitchenApprovalStatus(
  { db, origin, events }: DeskKitchenContext,
  by: AuditActor,
  { kitchenId, status, reason: input }: { kitchenId: string; status: 'active' | 'suspended'; reason: string },
): Promise<DeskKitchen> {
  const reason = [...cleanLine(input)].slice(0, REASON_LENGTH_MAX).join('')
  return db.transaction().execute(async (tx) => {
    const { name, slug, status: before } = await lockKitchen(tx, kitchenId)
    if (before !== status) {
      await tx.updateTable('vendors').set({ status }).where('id', '=', kitchenId).execute()
      const action = status === 'active' ? 'kitchen opened' : 'kitchen suspended'
      await recordAction(tx, { actor: by, action, target: { id: kitchenId, name }, detail: reason })
    }
    const kitchen = await getDeskKitchen(tx, kitchenId)
    if (before !== status)
      for (const owner of kitchen.owners)
        await enqueueMail(tx, writeStatusMail(owner, { name, boardUrl: `${origin}/kitchen/${slug}`, status, reason }))
    await events.publish(tx, 'kitchen.changed', { kitchenId })
    if (before === 'pending') await events.publish(tx, 'moderation.changed')
    return kitchen
  })
}

/**
 * Sets the commission that a kitchen pays for later sales. A repeated call changes nothing.
 * @param rate in hundredths of a per cent
 * @throws {Refusal} not_found, amount_invalid
 */
export async function setKitchenCommission(
  db: Database,
  by: AuditActor,
  { kitchenId, rate }: { kitchenId: string; rate: number },
): Promise<DeskKitchen> {
  if (rate < 0 || rate > COMMISSION_MAX_BASIS_POINTS)
    throw new Refusal('amount_invalid', `A commission is between 0 and ${COMMISSION_MAX_BASIS_POINTS / 100} per cent.`)
  return db.transaction().execute(async (tx) => {
    const { name, commission_rate: before } = await lockKitchen(tx, kitchenId)
    if (rate !== before) {
      await tx.updateTable('vendors').set({ commission_rate: rate }).where('id', '=', kitchenId).execute()
      const detail = `${before / 100} → ${rate / 100} per cent`
      await recordAction(tx, { actor: by, action: 'commission changed', target: { id: kitchenId, name }, detail })
    }
    return getDeskKitchen(tx, kitchenId)
  })
}

/**
 * Deletes a kitchen that has no orders, or the sample kitchen with its orders. The sample kitchen stays while one of
 * its orders is open, and while a card payment is not fully refunded or may still be charged.
 * @throws {Refusal} not_found, in_use
 */
export async function deleteKitchen(
  { db, events }: DeskKitchenContext,
  by: AuditActor,
  kitchenId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name, status } = await lockKitchen(tx, kitchenId)
    const { deletable, sample } = await getDeskKitchen(tx, kitchenId)
    if (!deletable && sample)
      throw new Refusal(
        'in_use',
        'Finish or reject its open orders, wait until unpaid ones expire, and refund those that were paid by card, first.',
      )
    if (!deletable) throw new Refusal('in_use', 'There have been orders at this kitchen. Suspend it instead.')
    // The database deletes the menu, members, pictures and sample orders with the row that they refer to.
    await tx.deleteFrom('vendors').where('id', '=', kitchenId).execute()
    await recordAction(tx, { actor: by, action: 'kitchen deleted', target: { id: kitchenId, name } })
    await events.publish(tx, 'kitchen.changed', { kitchenId })
    if (status === 'pending') await events.publish(tx, 'moderation.changed')
  })
}
