import { sql, type Transaction } from 'kysely'
import { DELETE_CONFIRMATION } from '#contract/limits.ts'
import { recordAction } from '../../../db/audit-log.ts'
import { hasAnotherAdmin } from '../../../db/last-admin.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { deleteMailsTo } from '../../../outbox/mails-to.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import type { AccountContext } from '../account-context.ts'
import { accountDeletedMail } from '../mails.ts'
import { rolesOf } from '../users.ts'
import { lockOwner, proveOwner } from './owner.ts'

/** How the audit log calls who is gone. */
const NOBODY = 'a deleted account'

/**
 * Deletes an account and everything about its owner, guests with the same address included: who has confirmed it is them.
 * The audit log keeps what was done, without the name. A last mail says goodbye; the outbox forgets it like any other.
 * @throws {Refusal} confirmation_wrong, wrong_password, login_too_old, last_admin, busy
 */
export async function deleteAccount(
  { db, events, userData }: AccountContext,
  actor: Actor,
  { confirmation, currentPassword }: { confirmation: string; currentPassword: string },
): Promise<void> {
  // Phones begin with a capital by themselves.
  if (confirmation.trim().toLowerCase() !== DELETE_CONFIRMATION) throw new Refusal('confirmation_wrong')
  await proveOwner(db, actor, currentPassword)
  await db.transaction().execute(async (tx) => {
    // Roles before accounts, as at the desk: two who hold one each and want the other would wait for ever.
    const isAdmin = (await rolesOf(tx, actor.userId, 0)).includes('Admin')
    if (isAdmin && !(await hasAnotherAdmin(tx, actor.userId))) throw new Refusal('last_admin')
    const { id, name, email, email_key: key } = await lockOwner(tx, actor)

    await recordAction(tx, { actor: { id, name }, action: 'account deleted', target: { id, name } })
    await forgetInAuditLog(tx, id, email)
    await deleteMailsTo(tx, key)
    await tx.deleteFrom('mail_links').where('user_id', 'is', null).where('email_key', '=', key).execute()
    await userData.erase(tx, id)
    // Everything else goes with the row that it refers to.
    await tx
      .deleteFrom('users')
      .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('is_guest', '=', 1), eb('email_key', '=', key)])]))
      .execute()
    await enqueueMail(tx, accountDeletedMail({ name, email }))
    await events.publish(tx, 'access.changed', { userId: id })
  })
}

async function forgetInAuditLog(tx: Transaction<Schema>, id: string, email: string): Promise<void> {
  await tx.updateTable('audit_log').set({ actor_name: NOBODY }).where('actor_id', '=', id).execute()
  await tx
    .updateTable('audit_log')
    .set({ target_name: NOBODY, detail: sql<string>`replace(detail, ${email}, ${NOBODY})` })
    .where('target_id', '=', id)
    .execute()
}
