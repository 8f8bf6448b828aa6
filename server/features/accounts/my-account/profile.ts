import { PROFILE_PICTURE_SIDE_PX } from '#contract/limits.ts'
import { type MyAccount, myAccountSchema } from '#contract/my-account.ts'
import type { DatabaseOrTx, Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import type { Actor } from '../../../http/actor.ts'
import { parseName } from '../../../http/parse-name.ts'
import { encodePicture } from '../../../http/picture-encoder.ts'
import type { AccountContext } from '../account-context.ts'
import { toProfilePicturePath } from '../users.ts'
import { getActorAccount, lockActorAccount } from './actor-account.ts'

/** Returns the data of the account page except for the sessions. */
export async function readMyAccount(db: DatabaseOrTx, actor: Actor): Promise<MyAccount> {
  const owner = await getActorAccount(db, actor)
  const identities = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('user_id', '=', owner.id)
    .orderBy('provider')
    .execute()
  return myAccountSchema.parse({
    name: owner.name,
    email: owner.email,
    pendingEmail: await pendingEmail(db, owner.id),
    profilePicture: toProfilePicturePath(owner.picture_id),
    hasPassword: owner.password_hash !== null,
    providers: identities.map(({ provider }) => provider),
    createdAt: owner.created_at,
  })
}

async function pendingEmail(db: DatabaseOrTx, userId: string): Promise<string | null> {
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

/** Changes the name. @throws {Refusal} name_missing, name_too_long, unauthenticated */
export async function changeName(context: AccountContext, actor: Actor, input: string): Promise<MyAccount> {
  const name = parseName(input)
  return changeProfile(context, actor, (tx) => updateUser(tx, actor, { name }))
}

const changeProfile = (
  { db, events }: AccountContext,
  actor: Actor,
  change: (tx: Tx) => Promise<unknown>,
): Promise<MyAccount> =>
  db.transaction().execute(async (tx) => {
    await lockActorAccount(tx, actor)
    await change(tx)
    await events.publish(tx, 'profile.changed', { userId: actor.userId })
    return readMyAccount(tx, actor)
  })

const updateUser = (tx: Tx, { userId }: Actor, columns: { name: string } | { picture_id: string | null }) =>
  tx.updateTable('users').set(columns).where('id', '=', userId).execute()

/** Stores an uploaded file, encoded again, as the picture of the account. */
export async function storeProfilePicture(context: AccountContext, actor: Actor, file: Uint8Array): Promise<MyAccount> {
  const data = (
    await encodePicture(file, { width: PROFILE_PICTURE_SIDE_PX, height: PROFILE_PICTURE_SIDE_PX })
  ).toString('base64')
  const picture = { id: createId(), user_id: actor.userId, data, created_at: Date.now() }
  return changeProfile(context, actor, async (tx) => {
    await deletePicture(tx, actor)
    await tx.insertInto('pictures').values(picture).execute()
    await updateUser(tx, actor, { picture_id: picture.id })
  })
}

export const removePicture = (context: AccountContext, actor: Actor): Promise<MyAccount> =>
  changeProfile(context, actor, async (tx) => {
    await updateUser(tx, actor, { picture_id: null })
    await deletePicture(tx, actor)
  })

const deletePicture = (tx: Tx, { userId }: Actor) => tx.deleteFrom('pictures').where('user_id', '=', userId).execute()
