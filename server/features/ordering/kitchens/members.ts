import type { MemberRole } from '#contract/kitchen.ts'
import { KITCHEN_MEMBERS_MAX } from '#contract/ordering-limits.ts'
import type { Queries, Tx } from '../../../db/database.ts'
import type { Email, EmailKey } from '../../../db/email-key.ts'
import { newId } from '../../../db/ids.ts'
import { emailKeyOf, profiles } from '../../../db/profiles.ts'
import { Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { upsertMember } from './create-kitchen.ts'
import { writeInvitationMail } from './invitation-mail.ts'

/**
 * Invites an address to work in a kitchen, or changes the role of a member with that address. An address without an account
 * gets the same reply and the same mail.
 * @throws {Refusal} too_many_entries; last_owner when the kitchen would have no owner
 */
export async function inviteMember(
  tx: Tx,
  { kitchenId, name, site }: { kitchenId: string; name: string; site: string },
  { email, key }: Email,
  role: MemberRole,
): Promise<void> {
  const members = await selectMembers(tx, kitchenId)
  const member = members.find(({ email_key }) => email_key === key)
  if (member) {
    if (role === 'staff') refuseLastOwner(members, member.user_id)
    await upsertMember(tx, { kitchenId, userId: member.user_id, role })
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
    .values({ id: newId(), vendor_id: kitchenId, email, email_key: key, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'email_key']).doUpdateSet({ email, role }))
    .execute()
  await enqueueMail(tx, writeInvitationMail(email, { name, role, page: `${site}/kitchen` }))
}

/** Deletes an invitation. @throws {Refusal} not_found */
export async function withdrawInvitation(tx: Tx, kitchenId: string, invitationId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', kitchenId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}

/** Makes a reader a member by the invitation to their address. @throws {Refusal} not_found without an invitation */
export async function joinKitchen(tx: Tx, kitchenId: string, userId: string): Promise<void> {
  const invitation = await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', kitchenId)
    .where('email_key', '=', emailKeyOf(tx, userId))
    .returning('role')
    .executeTakeFirst()
  if (!invitation) throw new Refusal('not_found')
  await upsertMember(tx, { kitchenId, userId, role: invitation.role })
}

/** Lists the kitchens that have invitations the address of a reader. */
export const listInvitations = (db: Queries, userId: string) =>
  db
    .selectFrom('kitchen_invitations')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .innerJoin(profiles(db).as('reader'), 'reader.email_key', 'kitchen_invitations.email_key')
    .select(['vendors.id as vId', 'vendors.name', 'role'])
    .where('reader.id', '=', userId)
    .orderBy('vendors.name')
    .execute()

/** @throws {Refusal} not_found when the user is not a member; last_owner */
export async function removeMember(tx: Tx, kitchenId: string, userId: string): Promise<void> {
  const members = await selectMembers(tx, kitchenId)
  if (members.every(({ user_id }) => user_id !== userId)) throw new Refusal('not_found')
  refuseLastOwner(members, userId)
  await tx.deleteFrom('vendor_members').where('vendor_id', '=', kitchenId).where('user_id', '=', userId).execute()
}

/** Finds a reader by the key of their address. Guests and banned readers are not found. @throws {Refusal} no_such_reader */
export async function findReaderByKey(db: Queries, key: EmailKey): Promise<{ id: string; name: string }> {
  const reader = await profiles(db)
    .where('email_key', '=', key)
    .where('is_guest', '=', 0)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  if (!reader) throw new Refusal('no_such_reader')
  return reader
}

const selectMembers = (tx: Tx, kitchenId: string) =>
  tx
    .selectFrom('vendor_members')
    .innerJoin(profiles(tx).as('member'), 'member.id', 'user_id')
    .select(['user_id', 'role', 'email_key'])
    .where('vendor_id', '=', kitchenId)
    .execute()

function refuseLastOwner(members: Awaited<ReturnType<typeof selectMembers>>, userId: string): void {
  const owners = members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.user_id === userId) throw new Refusal('last_owner')
}
