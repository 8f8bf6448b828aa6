import { PICTURE_SIZE } from '#contract/limits.ts'
import { type MyAccount, myAccount } from '#contract/my-account.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import type { Actor } from '../../../http/actor.ts'
import { checkedName } from '../../../http/checked-name.ts'
import { encodePicture } from '../../../http/picture-encoder.ts'
import type { AccountContext } from '../account-context.ts'
import { pictureAddress } from '../users.ts'
import { lockOwner, ownerOf } from './owner.ts'

/** Returns the contents of the account page except the sessions. */
export async function presentMyAccount(db: Queries, actor: Actor): Promise<MyAccount> {
  const owner = await ownerOf(db, actor)
  const identities = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('user_id', '=', owner.id)
    .orderBy('provider')
    .execute()
  return myAccount.parse({
    name: owner.name,
    email: owner.email,
    pendingEmail: await pendingEmail(db, owner.id),
    profilePicture: pictureAddress(owner.picture_id),
    hasPassword: owner.password_hash !== null,
    providers: identities.map(({ provider }) => provider),
    createdAt: owner.created_at,
  })
}

async function pendingEmail(db: Queries, userId: string): Promise<string | null> {
  const link = await db
    .selectFrom('mail_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  return link?.email ?? null
}

/** @throws {Refusal} name_missing, name_too_long, unauthenticated */
export async function changeName({ db, events }: AccountContext, actor: Actor, input: string): Promise<MyAccount> {
  const name = checkedName(input)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor)
    await tx.updateTable('users').set({ name }).where('id', '=', actor.userId).execute()
    await events.publish(tx, 'profile.changed', { userId: actor.userId })
    return presentMyAccount(tx, actor)
  })
}

/**
 * Sets the picture of the account from an uploaded file, which is encoded anew.
 * @throws {Refusal} picture_unreadable, busy
 */
export async function changePicture(
  { db, events }: AccountContext,
  actor: Actor,
  file: Uint8Array,
): Promise<MyAccount> {
  const data = (await encodePicture(file, { width: PICTURE_SIZE, height: PICTURE_SIZE })).toString('base64')
  const picture = { id: newId(), user_id: actor.userId, data }
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor)
    await tx.deleteFrom('pictures').where('user_id', '=', actor.userId).execute()
    await tx
      .insertInto('pictures')
      .values({ ...picture, created_at: Date.now() })
      .execute()
    await tx.updateTable('users').set({ picture_id: picture.id }).where('id', '=', actor.userId).execute()
    await events.publish(tx, 'profile.changed', { userId: actor.userId })
    return presentMyAccount(tx, actor)
  })
}

export async function removePicture({ db, events }: AccountContext, actor: Actor): Promise<MyAccount> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor)
    await tx.updateTable('users').set({ picture_id: null }).where('id', '=', actor.userId).execute()
    await tx.deleteFrom('pictures').where('user_id', '=', actor.userId).execute()
    await events.publish(tx, 'profile.changed', { userId: actor.userId })
    return presentMyAccount(tx, actor)
  })
}

/** Returns a picture as WebP; null when it does not exist. */
export async function findPicture(db: Queries, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('pictures').select('data').where('id', '=', id).executeTakeFirst()
  return row ? Buffer.from(row.data, 'base64') : null
}
