import type { Transaction } from 'kysely'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { type By, recordAction } from '../../../db/audit-log.ts'
import type { Database } from '../../../db/database.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'
import { checkedEmail } from '../../../http/checked-email.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { insertKitchen, putMember } from './begin-kitchen.ts'
import { lockKitchen } from './change-kitchen.ts'
import { getDeskKitchen } from './desk-list.ts'
import { findReaderByKey } from './members.ts'
import { checkedIdentity } from './settings.ts'
import { statusMail } from './status-mail.ts'

export interface DeskKitchenContext {
  db: Database
  /** Where links of mails lead. */
  origin: string
  events: Events
  /** Gives an account the role of a partner. */
  makePartner: (tx: Transaction<Schema>, by: By, userId: string) => Promise<unknown>
}

/**
 * Makes a kitchen for a reader, who becomes its owner and a partner; it is open to customers at once.
 * @throws {Refusal} email_invalid, no_such_reader, slug_taken, and what checkedIdentity throws
 */
export async function createDeskKitchen(
  { db, makePartner }: DeskKitchenContext,
  by: By,
  { owner, ...typed }: Parameters<typeof checkedIdentity>[0] & { owner: string },
): Promise<DeskKitchen> {
  const identity = checkedIdentity(typed)
  const { key } = checkedEmail(owner)
  const make = () =>
    db.transaction().execute(async (tx) => {
      const { id: userId } = await findReaderByKey(tx, key)
      const vId = await insertKitchen(tx, identity, 'active')
      await putMember(tx, { vId, userId, role: 'owner' })
      await recordAction(tx, { actor: by, action: 'kitchen created', target: { id: vId, name: identity.name } })
      await makePartner(tx, by, userId)
      return getDeskKitchen(tx, vId)
    })
  return retryTransaction(make, (error) => error instanceof Refusal)
}

/**
 * Opens a kitchen to customers, or suspends it; its owners are told by mail. Done again it changes nothing.
 * @throws {Refusal} not_found
 */
export async function setKitchenStatus(
  { db, origin, events }: DeskKitchenContext,
  by: By,
  { vId, status, reason }: { vId: string; status: 'active' | 'suspended'; reason: string },
): Promise<DeskKitchen> {
  const words = [...cleanLine(reason)].slice(0, REASON_LENGTH_MAX).join('')
  return db.transaction().execute(async (tx) => {
    const { name, slug, status: before } = await lockKitchen(tx, vId)
    if (before !== status) {
      await tx.updateTable('vendors').set({ status }).where('id', '=', vId).execute()
      const action = status === 'active' ? 'kitchen opened' : 'kitchen suspended'
      await recordAction(tx, { actor: by, action, target: { id: vId, name }, detail: words })
    }
    const kitchen = await getDeskKitchen(tx, vId)
    if (before !== status)
      for (const owner of kitchen.owners)
        await enqueueMail(tx, statusMail(owner, { name, address: `${origin}/kitchen/${slug}`, status, reason: words }))
    await events.publish(tx, 'kitchen.changed', { kitchenId: vId })
    return kitchen
  })
}

/** Deletes a kitchen without orders, or the sample with those it has. @throws {Refusal} not_found, in_use */
export async function deleteKitchen({ db, events }: DeskKitchenContext, by: By, vId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name } = await lockKitchen(tx, vId)
    const { deletable } = await getDeskKitchen(tx, vId)
    if (!deletable) throw new Refusal('in_use', 'There have been orders at this kitchen. Suspend it instead.')
    // Menu, members, pictures and the orders of the sample go with the row that they refer to.
    await tx.deleteFrom('vendors').where('id', '=', vId).execute()
    await recordAction(tx, { actor: by, action: 'kitchen deleted', target: { id: vId, name } })
    await events.publish(tx, 'kitchen.changed', { kitchenId: vId })
  })
}
