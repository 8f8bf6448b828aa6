import type { Transaction } from 'kysely'
import type { MemberRole } from '#contract/kitchen.ts'
import { KITCHEN_MEMBERS_MAX } from '#contract/ordering-limits.ts'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../http/failures.ts'
import { putMember } from './begin-kitchen.ts'

type Tx = Transaction<Schema>

/**
 * Lets a reader work in a kitchen, or gives a member another role.
 * @throws {Refusal} no_such_reader, too_many_entries; last_owner when nobody else would be one
 */
export async function addMember(tx: Tx, vId: string, emailKey: string, role: MemberRole): Promise<void> {
  const reader = await findReaderByKey(tx, emailKey)
  const members = await membersOf(tx, vId)
  const isNew = members.every(({ user_id }) => user_id !== reader.id)
  if (isNew && members.length >= KITCHEN_MEMBERS_MAX) throw new Refusal('too_many_entries')
  if (role === 'staff') refuseLastOwner(members, reader.id)
  await putMember(tx, { vId, userId: reader.id, role })
}

/** @throws {Refusal} not_found for who is no member; last_owner */
export async function removeMember(tx: Tx, vId: string, userId: string): Promise<void> {
  const members = await membersOf(tx, vId)
  if (members.every(({ user_id }) => user_id !== userId)) throw new Refusal('not_found')
  refuseLastOwner(members, userId)
  await tx.deleteFrom('vendor_members').where('vendor_id', '=', vId).where('user_id', '=', userId).execute()
}

/** The reader, neither a guest nor banned, whose address has this key. @throws {Refusal} no_such_reader */
export async function findReaderByKey(db: Queries, key: string): Promise<{ id: string; name: string }> {
  const reader = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email_key', '=', key)
    .where('is_guest', '=', 0)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  if (!reader) throw new Refusal('no_such_reader')
  return reader
}

const membersOf = (tx: Tx, vId: string) =>
  tx.selectFrom('vendor_members').select(['user_id', 'role']).where('vendor_id', '=', vId).execute()

function refuseLastOwner(members: Awaited<ReturnType<typeof membersOf>>, userId: string): void {
  const owners = members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.user_id === userId) throw new Refusal('last_owner')
}
