import { type By, recordAction } from '../../../db/audit-log.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { hasAnotherAdmin } from '../../../db/last-admin.ts'
import { Refusal } from '../../../http/failures.ts'
import { endSessionsOf } from '../sessions.ts'
import { findTarget, type People, publishRights } from './roles.ts'

/**
 * Bans an account and ends its sessions; a second call changes the reason.
 * @throws {Refusal} not_found; forbidden for oneself; last_admin when no other admin could act
 */
export async function banPerson({ db, events }: People, by: By, userId: string, reason: string): Promise<void> {
  const detail = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  await inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    if (userId === by?.id) throw new Refusal('forbidden', 'Nobody bans themselves.')
    // The caller is another admin, unless the role was revoked after the call began.
    if (!(await hasAnotherAdmin(tx, userId))) throw new Refusal('last_admin')
    await tx
      .updateTable('users')
      .set(({ fn, val }) => ({ banned_at: fn.coalesce('banned_at', val(Date.now())), ban_reason: detail }))
      .where('id', '=', userId)
      .execute()
    await endSessionsOf(tx, userId)
    await recordAction(tx, { actor: by, action: 'banned', target, detail })
    await publishRights(events, tx, userId)
  })
}

/** Lifts a ban; a second call changes nothing. @throws {Refusal} not_found */
export async function unbanPerson({ db, events }: People, by: By, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ banned_at: null, ban_reason: null })
      .where('id', '=', userId)
      .where('banned_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await recordAction(tx, { actor: by, action: 'ban lifted', target })
    await publishRights(events, tx, userId)
  })
}

/** Ends every session of a person, who may log in again. @throws {Refusal} not_found */
export async function signOutPerson({ db, events }: People, by: By, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    await endSessionsOf(tx, userId)
    await recordAction(tx, { actor: by, action: 'signed out everywhere', target })
    await events.publish(tx, 'access.changed', { userId })
  })
}
