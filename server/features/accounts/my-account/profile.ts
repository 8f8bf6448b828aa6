import { type MyAccount, myAccount } from '#contract/my-account.ts'
import type { Queries } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { checkedName } from '../../../http/checked-name.ts'
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
