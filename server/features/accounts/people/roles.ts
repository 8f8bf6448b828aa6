import type { Transaction } from 'kysely'
import type { grantableRoles } from '#contract/desk.ts'
import { type By, recordAction } from '../../../db/audit-log.ts'
import type { Queries } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { hasAnotherAdmin } from '../../../db/last-admin.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Events } from '../../../events/events.ts'
import { Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { decisionMail } from './decision-mail.ts'

export type GrantableRole = (typeof grantableRoles)[number]
/** The dependencies of the rules of roles and bans. `db`: the database, or the transaction of the caller. */
export interface People {
  db: Queries
  events: Events
}

/**
 * Gives a role to a reader; a second call changes nothing. The role of a partner approves an open application.
 * @returns whether something changed
 * @throws {Refusal} not_found; forbidden for a guest
 */
export async function grantRole({ db, events }: People, by: By, userId: string, role: GrantableRole): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    if (target.is_guest) throw new Refusal('forbidden', 'A guest holds no role: nobody has confirmed that address.')
    const approved = role === 'Partner' && (await decide(tx, by, target, true))
    const granted = await insertRole(tx, userId, role)
    if (granted && !approved) await recordAction(tx, { actor: by, action: 'role granted', target, detail: role })
    await publishRights(events, tx, userId)
    return granted
  })
}

/**
 * Takes a role from a reader; a second call changes nothing. The sessions continue with fewer permissions.
 * @returns whether something changed
 * @throws {Refusal} not_found; last_admin when no other admin would remain
 */
export async function revokeRole(
  { db, events }: People,
  by: By,
  userId: string,
  role: GrantableRole,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    const another = role !== 'Admin' || (await hasAnotherAdmin(tx, userId))
    const { numDeletedRows } = await tx
      .deleteFrom('user_roles')
      .where('user_id', '=', userId)
      .where('role', '=', role)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    if (!another) throw new Refusal('last_admin')
    await recordAction(tx, { actor: by, action: 'role revoked', target, detail: role })
    await publishRights(events, tx, userId)
    return true
  })
}

/**
 * Decides an application to become a partner and mails the decision.
 * @throws {Refusal} not_found when there is none; already_decided
 */
export async function decideApplication(
  { db, events }: People,
  by: By,
  userId: string,
  approve: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const target = await findTarget(tx, userId)
    if (!(await decide(tx, by, target, approve))) {
      const decided = await tx
        .selectFrom('partner_applications')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      throw new Refusal(decided ? 'already_decided' : 'not_found')
    }
    if (!approve) return
    await insertRole(tx, userId, 'Partner')
    await events.publish(tx, 'access.changed', { userId })
  })
}

export async function publishRights(events: Events, tx: Transaction<Schema>, userId: string): Promise<void> {
  await events.publish(tx, 'profile.changed', { userId })
  await events.publish(tx, 'access.changed', { userId })
}

/** Returns the person whom an action concerns. @throws {Refusal} not_found */
export async function findTarget(tx: Transaction<Schema>, id: string) {
  const target = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_guest'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!target) throw new Refusal('not_found')
  return target
}

/** @returns whether there was an application to decide */
async function decide(
  tx: Transaction<Schema>,
  by: By,
  target: { id: string; name: string; email: string },
  approve: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('partner_applications')
    .set({ decided_at: Date.now(), decided_by: by?.id ?? null, approved: approve ? 1 : 0 })
    .where('user_id', '=', target.id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const action = approve ? 'application approved' : 'application declined'
  await recordAction(tx, { actor: by, action, target })
  await enqueueMail(tx, decisionMail(target, approve))
  return true
}

/** @returns whether the person did not have it yet */
async function insertRole(tx: Transaction<Schema>, userId: string, role: GrantableRole): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('user_roles')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
