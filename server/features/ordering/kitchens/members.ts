import type { MemberRole } from '#contract/kitchen.ts'
import { KITCHEN_MEMBERS_MAX } from '#contract/ordering-limits.ts'
import { buildAccountsQuery, buildUserEmailKeyQuery } from '../../../db/accounts.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { EmailWithKey } from '../../../db/email-key.ts'
import { createId } from '../../../db/ids.ts'
import { createNotFoundRefusal, Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { findMemberRole } from '../access.ts'
import { writeInvitationMail } from './kitchen-mails.ts'

/** Selects the members of kitchens with their profiles. */
export const buildMembersQuery = (db: DatabaseOrTx) =>
  db
    .selectFrom('vendor_members')
    .innerJoin(buildAccountsQuery(db).as('member'), 'member.id', 'user_id')
    .select(['vendor_id', 'role', 'vendor_members.created_at as joined_at'])
    .select(['member.id as userId', 'member.name', 'email', 'email_key', 'banned_at'])

/** Adds a user to a kitchen, or changes the role of a member. */
export async function upsertMember(
  tx: Tx,
  { kitchenId, userId, role }: { kitchenId: string; userId: string; role: MemberRole },
): Promise<void> {
  await tx
    .insertInto('vendor_members')
    .values({ vendor_id: kitchenId, user_id: userId, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

/**
 * Invites an email address to work in a kitchen, or changes the role of a member with that address. The reply and the
 * mail do not reveal whether an invited address has an account.
 * @throws {Refusal} too_many_entries; last_owner when the kitchen would have no owner
 */
export async function inviteOrUpdateMember(
  tx: Tx,
  { kitchenId, name, site }: { kitchenId: string; name: string; site: string },
  { email, key }: EmailWithKey,
  role: MemberRole,
): Promise<void> {
  const members = await buildMembersQuery(tx).where('vendor_id', '=', kitchenId).execute()
  const member = members.find(({ email_key }) => email_key === key)
  if (member) {
    if (role === 'staff') refuseLastOwner(members, member.userId)
    await upsertMember(tx, { kitchenId, userId: member.userId, role })
    return
  }
  const invitations = await tx
    .selectFrom('kitchen_invitations')
    .select('email_key')
    .where('vendor_id', '=', kitchenId)
    .where('email_key', '!=', key)
    .execute()
  if (members.length + invitations.length >= KITCHEN_MEMBERS_MAX) throw new Refusal('too_many_entries')
  await tx
    .insertInto('kitchen_invitations')
    .values({ id: createId(), vendor_id: kitchenId, email, email_key: key, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'email_key']).doUpdateSet({ email, role }))
    .execute()
  await enqueueMail(tx, writeInvitationMail(email, { name, role, page: `${site}/kitchen` }))
}

/** @throws {Refusal} not_found */
export async function withdrawInvitation(
  tx: Tx,
  { kitchenId, invitationId }: { kitchenId: string; invitationId: string },
): Promise<void> {
  await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', kitchenId)
    .where('id', '=', invitationId)
    .returning('id')
    .executeTakeFirstOrThrow(createNotFoundRefusal)
}

/**
 * Makes a reader a member by the invitation to their email address. An owner who is invited as staff stays an owner.
 * @throws {Refusal} not_found without an invitation
 */
export async function acceptInvitation(tx: Tx, kitchenId: string, userId: string): Promise<void> {
  const { role } = await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', kitchenId)
    .where('email_key', '=', buildUserEmailKeyQuery(tx, userId))
    .returning('role')
    .executeTakeFirstOrThrow(createNotFoundRefusal)
  if ((await findMemberRole(tx, kitchenId, userId)) !== 'owner') await upsertMember(tx, { kitchenId, userId, role })
}

/** Lists the kitchens that have invited the email address of a reader. */
export const listInvitationsToReader = (db: DatabaseOrTx, userId: string) =>
  db
    .selectFrom('kitchen_invitations')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .innerJoin(buildAccountsQuery(db).as('reader'), 'reader.email_key', 'kitchen_invitations.email_key')
    .select(['vendors.id as vId', 'vendors.name', 'role'])
    .where('reader.id', '=', userId)
    .orderBy('vendors.name')
    .execute()

/** @throws {Refusal} not_found when the user is not a member; last_owner */
export async function removeMember(
  tx: Tx,
  { kitchenId, userId }: { kitchenId: string; userId: string },
): Promise<void> {
  const members = await buildMembersQuery(tx).where('vendor_id', '=', kitchenId).execute()
  if (members.every((member) => member.userId !== userId)) throw new Refusal('not_found')
  refuseLastOwner(members, userId)
  await tx.deleteFrom('vendor_members').where('vendor_id', '=', kitchenId).where('user_id', '=', userId).execute()
}

/**
 * Refuses to remove the only owner, or the only owner who is not banned.
 * @throws {Refusal} last_owner
 */
function refuseLastOwner(
  members: readonly { role: MemberRole; userId: string; banned_at: number | null }[],
  userId: string,
): void {
  const owners = members.filter(({ role }) => role === 'owner')
  const owner = owners.find((member) => member.userId === userId)
  if (!owner) return
  const others = owners.filter((member) => member !== owner)
  const isLast =
    others.length === 0 || (owner.banned_at === null && others.every(({ banned_at }) => banned_at !== null))
  if (isLast) throw new Refusal('last_owner')
}
