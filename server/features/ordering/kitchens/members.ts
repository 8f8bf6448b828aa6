import type { Transaction } from 'kysely'
import type { MemberRole } from '#contract/kitchen.ts'
import { KITCHEN_MEMBERS_MAX } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'
import type { Email, EmailKey } from '../../../db/email-key.ts'
import { newId } from '../../../db/ids.ts'
import { emailKeyOf, profiles } from '../../../db/profiles.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../http/failures.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { putMember } from './begin-kitchen.ts'
import { invitationMail } from './invitation-mail.ts'

type Tx = Transaction<Schema>

/**
 * Invites an address to work in a kitchen, or gives a member another role. It does the same whether or not the address has an
 * account.
 * @throws {Refusal} too_many_entries; last_owner when nobody else would be one
 */
export async function inviteMember(
  tx: Tx,
  { vId, name, site }: { vId: string; name: string; site: string },
  { email, key }: Email,
  role: MemberRole,
): Promise<void> {
  const members = await membersOf(tx, vId)
  const member = members.find(({ email_key }) => email_key === key)
  if (member) {
    if (role === 'staff') refuseLastOwner(members, member.user_id)
    await putMember(tx, { vId, userId: member.user_id, role })
    return
  }
  const invited = await tx
    .selectFrom('kitchen_invitations')
    .select('email_key')
    .where('vendor_id', '=', vId)
    .where('email_key', '!=', key)
    .execute()
  if (members.length + invited.length >= KITCHEN_MEMBERS_MAX) throw new Refusal('too_many_entries')
  await tx
    .insertInto('kitchen_invitations')
    .values({ id: newId(), vendor_id: vId, email, email_key: key, role, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'email_key']).doUpdateSet({ email, role }))
    .execute()
  await enqueueMail(tx, invitationMail(email, { name, role, page: `${site}/kitchen` }))
}

/** Takes an invitation back. @throws {Refusal} not_found */
export async function withdrawInvitation(tx: Tx, vId: string, invitationId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', vId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}

/** Makes a reader whose address was invited a member. @throws {Refusal} not_found where it was not */
export async function joinKitchen(tx: Tx, vId: string, userId: string): Promise<void> {
  const invitation = await tx
    .deleteFrom('kitchen_invitations')
    .where('vendor_id', '=', vId)
    .where('email_key', '=', emailKeyOf(tx, userId))
    .returning('role')
    .executeTakeFirst()
  if (!invitation) throw new Refusal('not_found')
  await putMember(tx, { vId, userId, role: invitation.role })
}

/** The kitchens that have invited the address of a reader. */
export const listInvitations = (db: Queries, userId: string) =>
  db
    .selectFrom('kitchen_invitations')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .innerJoin(profiles(db).as('reader'), 'reader.email_key', 'kitchen_invitations.email_key')
    .select(['vendors.id as vId', 'vendors.name', 'role'])
    .where('reader.id', '=', userId)
    .orderBy('vendors.name')
    .execute()

/** @throws {Refusal} not_found for who is no member; last_owner */
export async function removeMember(tx: Tx, vId: string, userId: string): Promise<void> {
  const members = await membersOf(tx, vId)
  if (members.every(({ user_id }) => user_id !== userId)) throw new Refusal('not_found')
  refuseLastOwner(members, userId)
  await tx.deleteFrom('vendor_members').where('vendor_id', '=', vId).where('user_id', '=', userId).execute()
}

/** The reader, neither a guest nor banned, whose address has this key. @throws {Refusal} no_such_reader */
export async function findReaderByKey(db: Queries, key: EmailKey): Promise<{ id: string; name: string }> {
  const reader = await profiles(db)
    .where('email_key', '=', key)
    .where('is_guest', '=', 0)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  if (!reader) throw new Refusal('no_such_reader')
  return reader
}

const membersOf = (tx: Tx, vId: string) =>
  tx
    .selectFrom('vendor_members')
    .innerJoin(profiles(tx).as('member'), 'member.id', 'user_id')
    .select(['user_id', 'role', 'email_key'])
    .where('vendor_id', '=', vId)
    .execute()

function refuseLastOwner(members: Awaited<ReturnType<typeof membersOf>>, userId: string): void {
  const owners = members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.user_id === userId) throw new Refusal('last_owner')
}
