import { PICTURE_SIZE } from '#contract/limits.ts'
import type { MyAccount } from '#contract/my-account.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import type { Actor } from '../../../http/actor.ts'
import { encodePicture } from '../../../http/picture-encoder.ts'
import type { AccountContext } from '../account-context.ts'
import { lockOwner } from './owner.ts'
import { presentMyAccount } from './profile.ts'

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
