import type { Transaction } from 'kysely'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { DISH_PICTURE } from '#contract/ordering-limits.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../http/failures.ts'
import { encodePicture } from '../../../http/picture-encoder.ts'
import { changeKitchen, type KitchenContext, requireMember } from './change-kitchen.ts'

/**
 * Gives an item a picture, made anew from an uploaded file, in place of the one it had.
 * @throws {Refusal} not_found, forbidden, picture_unreadable, busy
 */
export async function changeItemPicture(
  context: KitchenContext,
  { actor, vId, id }: { actor: Actor; vId: string; id: string },
  file: Uint8Array,
): Promise<ManagedKitchen> {
  // Before the work of decoding it: nobody's picture is encoded who may not change this item.
  await requireMember(context.db, actor, vId, 'owners')
  await requireItem(context.db, vId, id)
  const data = (await encodePicture(file, DISH_PICTURE)).toString('base64')
  return changeKitchen(context, { actor, vId, may: 'owners' }, async (tx) => {
    await requireItem(tx, vId, id)
    await deletePictures(tx, { column: 'id', value: id })
    const picture = { id: newId(), vendor_id: vId, data, created_at: Date.now() }
    await tx.insertInto('dish_pictures').values(picture).execute()
    await tx.updateTable('menu_items').set({ picture_id: picture.id }).where('id', '=', id).execute()
  })
}

/** @throws {Refusal} not_found */
export async function removeItemPicture(tx: Transaction<Schema>, { vId, id }: { vId: string; id: string }) {
  await requireItem(tx, vId, id)
  await deletePictures(tx, { column: 'id', value: id })
}

/** Deletes the picture of an item, or those of a category's; the items are without one then. */
export async function deletePictures(
  tx: Transaction<Schema>,
  of: { column: 'id' | 'category_id'; value: string },
): Promise<void> {
  await tx
    .deleteFrom('dish_pictures')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('menu_items')
        .select('picture_id')
        .$castTo<{ picture_id: string }>()
        .where(`menu_items.${of.column}`, '=', of.value)
        .where('picture_id', 'is not', null),
    )
    .execute()
}

/** A picture as WebP, or null where there is none. */
export async function findDishPicture(db: Queries, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('dish_pictures').select('data').where('id', '=', id).executeTakeFirst()
  return row ? Buffer.from(row.data, 'base64') : null
}

async function requireItem(db: Queries, vId: string, id: string): Promise<void> {
  const item = await db
    .selectFrom('menu_items')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (!item) throw new Refusal('not_found')
}
