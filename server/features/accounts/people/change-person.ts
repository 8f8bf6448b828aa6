import type { grantableRoles } from '#contract/desk.ts'
import { type AuditActor, recordAction } from '../../../db/audit-log.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { Tx } from '../../../db/database.ts'
import type { EmailKey } from '../../../db/email-key.ts'
import { hasChangedRows } from '../../../db/has-changed-rows.ts'
import { insertNewRows } from '../../../db/insert-new-rows.ts'
import { hasAnotherAdminUnderLock } from '../../../db/last-admin.ts'
import type { EventBus } from '../../../events/events.ts'
import { createNotFoundRefusal, Refusal } from '../../../http/failures.ts'
import { enqueueAccountMail } from '../mails.ts'
import { endGuestSessionsByEmail, endSessionsOfUser } from '../sessions.ts'
import { selectGuestsByEmail } from '../users.ts'

type GrantableRole = (typeof grantableRoles)[number]

/**
 * Grants a role to a reader; a repeated call changes nothing. Granting the role Partner approves an open application.
 * @returns whether something changed
 * @throws {Refusal} not_found; forbidden for a guest
 */
export async function grantRole(
  tx: Tx,
  events: EventBus,
  by: AuditActor,
  userId: string,
  role: GrantableRole,
): Promise<boolean> {
  const target = await findTarget(tx, userId)
  if (target.is_guest) throw new Refusal('forbidden', 'A guest holds no role: nobody has confirmed that address.')
  const approved = role === 'Partner' && (await decide(tx, by, target, true))
  const granted = (await insertNewRows(tx, 'user_roles', { user_id: userId, role })) > 0
  if (granted && !approved) await recordAction(tx, { actor: by, action: 'role granted', target, detail: role })
  await publishRights(events, tx, userId)
  return granted
}

/**
 * Revokes a role of a reader; a repeated call changes nothing. The person's sessions continue without the role.
 * @returns whether something changed
 * @throws {Refusal} not_found; last_admin when no other active admin would remain
 */
export async function revokeRole(tx: Tx, events: EventBus, by: AuditActor, userId: string, role: GrantableRole) {
  const target = await findTarget(tx, userId)
  const another = role !== 'Admin' || (await hasAnotherAdminUnderLock(tx, userId))
  const revoked = tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', '=', role)
  if (!(await hasChangedRows(revoked))) return false
  if (!another) throw new Refusal('last_admin')
  await recordAction(tx, { actor: by, action: 'role revoked', target, detail: role })
  await publishRights(events, tx, userId)
  return true
}

/**
 * Decides an application and mails the decision to the applicant. @throws {Refusal} not_found without an application;
 * already_decided
 */
export async function decidePartnerApplication(
  tx: Tx,
  events: EventBus,
  by: AuditActor,
  userId: string,
  approve: boolean,
) {
  const target = await findTarget(tx, userId)
  if (!(await decide(tx, by, target, approve))) {
    const applications = tx.selectFrom('partner_applications').where('user_id', '=', userId)
    throw new Refusal((await hasRow(applications)) ? 'already_decided' : 'not_found')
  }
  if (!approve) return
  await insertNewRows(tx, 'user_roles', { user_id: userId, role: 'Partner' })
  await events.publish(tx, 'access.changed', { userId })
}

async function publishRights(events: EventBus, tx: Tx, userId: string): Promise<void> {
  await events.publish(tx, 'profile.changed', { userId })
  await events.publish(tx, 'access.changed', { userId })
}

/** Returns the person whom an action changes. @throws {Refusal} not_found */
const findTarget = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'is_guest', 'banned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(createNotFoundRefusal)

/** Decides the open application of a person. @returns whether there was an open application */
async function decide(tx: Tx, by: AuditActor, target: { id: string; name: string; email: string }, approve: boolean) {
  const decided = tx
    .updateTable('partner_applications')
    .set({ decided_at: Date.now(), decided_by: by?.userId ?? null, approved: approve ? 1 : 0 })
    .where('user_id', '=', target.id)
    .where('decided_at', 'is', null)
  if (!(await hasChangedRows(decided))) return false
  const action = approve ? 'application approved' : 'application declined'
  await recordAction(tx, { actor: by, action, target })
  await enqueueAccountMail(tx, approve ? 'applicationApproved' : 'applicationDeclined', target)
  return true
}

/**
 * Selects the accounts that the ban of a person affects. Each login of a guest creates another account, so a guest has
 * all accounts of guests with the same email address.
 */
const selectAccountsOfPerson = (tx: Tx, target: { id: string; email_key: EmailKey; is_guest: 0 | 1 }) =>
  target.is_guest ? selectGuestsByEmail(tx, target.email_key) : tx.selectFrom('users').where('id', '=', target.id)

/**
 * Bans a person and ends all of their sessions; a repeated call changes the reason.
 * @throws {Refusal} not_found; forbidden for the caller's own account; last_admin when no other active admin would
 * remain
 */
export async function banPerson(
  tx: Tx,
  events: EventBus,
  by: AuditActor,
  userId: string,
  reason: string,
): Promise<void> {
  const detail = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const target = await findTarget(tx, userId)
  if (userId === by?.userId) throw new Refusal('forbidden', 'Nobody bans themselves.')
  // The caller is another admin, so this fails only when the caller's role was revoked after the call began.
  if (!(await hasAnotherAdminUnderLock(tx, userId))) throw new Refusal('last_admin')
  const accounts = await selectAccountsOfPerson(tx, target).select(['id', 'banned_at']).execute()
  await tx
    .updateTable('users')
    .set(({ fn, val }) => ({ banned_at: fn.coalesce('banned_at', val(Date.now())), ban_reason: detail }))
    .where('id', 'in', selectAccountsOfPerson(tx, target).select('id'))
    .execute()
  if (target.is_guest) await endGuestSessionsByEmail(tx, events, target.email_key)
  else {
    await endSessionsOfUser(tx, userId)
    await events.publish(tx, 'access.changed', { userId })
  }
  await recordAction(tx, { actor: by, action: 'banned', target, detail })
  for (const { id } of accounts.filter(({ banned_at }) => banned_at === null)) {
    await events.publish(tx, 'account.banned', { userId: id, by })
    await events.publish(tx, 'profile.changed', { userId: id })
  }
}

/** Lifts the ban of a person; a repeated call changes nothing. @throws {Refusal} not_found */
export async function unbanPerson(tx: Tx, events: EventBus, by: AuditActor, userId: string): Promise<void> {
  const target = await findTarget(tx, userId)
  const lifted = await tx
    .updateTable('users')
    .set({ banned_at: null, ban_reason: null })
    .where('id', 'in', selectAccountsOfPerson(tx, target).select('id'))
    .where('banned_at', 'is not', null)
    .returning('id')
    .execute()
  if (lifted.length > 0) await recordAction(tx, { actor: by, action: 'ban lifted', target })
  for (const { id } of lifted) await publishRights(events, tx, id)
}

/** Ends all sessions of a person, who may log in again. @throws {Refusal} not_found */
export async function signOutPerson(tx: Tx, events: EventBus, by: AuditActor, userId: string): Promise<void> {
  const target = await findTarget(tx, userId)
  await endSessionsOfUser(tx, userId)
  await recordAction(tx, { actor: by, action: 'signed out everywhere', target })
  await events.publish(tx, 'access.changed', { userId })
}
