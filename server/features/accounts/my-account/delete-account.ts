import { sql } from 'kysely'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { recordAction } from '../../../db/audit-log.ts'
import type { Tx } from '../../../db/database.ts'
import { hasAnotherAdminUnderLock } from '../../../db/last-admin.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { deleteFinishedMailsTo } from '../../../outbox/mails-to.ts'
import type { AccountContext } from '../account-context.ts'
import { enqueueAccountMail } from '../mails.ts'
import { listUserRoles } from '../users.ts'
import { lockActorAccount } from './actor-account.ts'
import { requireOwnerProof } from './proof.ts'

const NOBODY = 'a deleted account'

/**
 * Deletes an account and all data of its owner. This includes guests with the same email address, because the owner has
 * confirmed this address. The audit log keeps the actions without the name. A last mail confirms the deletion; the
 * outbox deletes the mail after the usual time.
 */
export async function deleteAccount(
  { db, events, userData }: AccountContext,
  actor: Actor,
  confirmation: string,
): Promise<void> {
  // Keyboards of phones may capitalize the first letter.
  if (confirmation.trim().toLowerCase() !== DELETE_CONFIRMATION_TEXT) throw new Refusal('confirmation_wrong')
  await requireOwnerProof(db, actor)
  await db.transaction().execute(async (tx) => {
    // Locks roles before accounts, in the same order as the desk; with a different order, two transactions could
    // deadlock.
    const isAdmin = (await listUserRoles(tx, actor.userId, 0)).includes('Admin')
    if (isAdmin && !(await hasAnotherAdminUnderLock(tx, actor.userId))) throw new Refusal('last_admin')
    const { id, name, email, email_key: key } = await lockActorAccount(tx, actor)
    const accounts = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('is_guest', '=', 1), eb('email_key', '=', key)])]))
      .execute()

    await recordAction(tx, { actor: { userId: id, name }, action: 'account deleted', target: { id, name } })
    await deleteFinishedMailsTo(tx, key)
    await tx.deleteFrom('mail_links').where('user_id', 'is', null).where('email_key', '=', key).execute()
    for (const account of accounts) await forgetInAuditLog(tx, account)
    const ids = accounts.map((account) => account.id)
    await userData.erase(tx, { userId: id, guestIds: ids.filter((one) => one !== id) })
    // The database also deletes all rows that refer to these accounts by a foreign key.
    await tx.deleteFrom('users').where('id', 'in', ids).execute()
    await enqueueAccountMail(tx, 'accountDeleted', { name, email })
    await events.publish(tx, 'access.changed', { userId: id })
  })
}

async function forgetInAuditLog(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await tx.updateTable('audit_log').set({ actor_name: NOBODY }).where('actor_id', '=', id).execute()
  await tx
    .updateTable('audit_log')
    .set({ target_name: NOBODY, detail: sql<string>`replace(detail, ${email}, ${NOBODY})` })
    .where('target_id', '=', id)
    .execute()
}
