import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { REASON_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { type By, recordAction } from '../../../db/audit-log.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { retryTransaction } from '../../../db/retry-transaction.ts'
import type { Events } from '../../../events/events.ts'
import { checkedEmail } from '../../../http/checked-email.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { lockKitchen } from './change-kitchen.ts'
import { insertKitchen, upsertMember } from './create-kitchen.ts'
import { getDeskKitchen } from './desk-list.ts'
import { findReaderByKey } from './members.ts'
import { parseKitchenIdentity } from './settings.ts'
import { writeStatusMail } from './status-mail.ts'

export interface DeskKitchenContext {
  db: Database
  /** The origin of the site, for links in mails. */
  origin: string
  events: Events
  /** Gives an account the role of a partner. */
  grantPartnerRole: (tx: Tx, by: By, userId: string) => Promise<unknown>
}

/**
 * Creates a kitchen that is open to customers at once. The reader with the address becomes its owner and a partner.
 * @throws {Refusal} email_invalid, no_such_reader, slug_taken, and the refusals of parseKitchenIdentity
 */
export async function createDeskKitchen(
  { db, grantPartnerRole }: DeskKitchenContext,
  by: By,
  { owner, ...input }: Parameters<typeof parseKitchenIdentity>[0] & { owner: string },
): Promise<DeskKitchen> {
  const identity = parseKitchenIdentity(input)
  const { key } = checkedEmail(owner)
  const create = () =>
    db.transaction().execute(async (tx) => {
      const { id: userId } = await findReaderByKey(tx, key)
      const kitchenId = await insertKitchen(tx, identity, 'active')
      await upsertMember(tx, { kitchenId, userId, role: 'owner' })
      await recordAction(tx, { actor: by, action: 'kitchen created', target: { id: kitchenId, name: identity.name } })
      await grantPartnerRole(tx, by, userId)
      return getDeskKitchen(tx, kitchenId)
    })
  return retryTransaction(create, (error) => error instanceof Refusal)
}

/**
 * Opens a kitchen to customers, or suspends it, and mails its owners. Repeating it changes nothing.
 * @throws {Refusal} not_found
 */
export async function setKitchenStatus(
  { db, origin, events }: DeskKitchenContext,
  by: By,
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
    return kitchen
  })
}

/** Deletes a kitchen that has no orders, or the sample kitchen with its orders. @throws {Refusal} not_found, in_use */
export async function deleteKitchen({ db, events }: DeskKitchenContext, by: By, kitchenId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name } = await lockKitchen(tx, kitchenId)
    const { deletable } = await getDeskKitchen(tx, kitchenId)
    if (!deletable) throw new Refusal('in_use', 'There have been orders at this kitchen. Suspend it instead.')
    // The database deletes the menu, members, pictures and sample orders with the row that they refer to.
    await tx.deleteFrom('vendors').where('id', '=', kitchenId).execute()
    await recordAction(tx, { actor: by, action: 'kitchen deleted', target: { id: kitchenId, name } })
    await events.publish(tx, 'kitchen.changed', { kitchenId })
  })
}
