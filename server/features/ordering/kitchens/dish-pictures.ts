import type { ManagedKitchen } from '#contract/kitchen.ts'
import { storeItemPicture as storeItemPictureCall } from '#contract/kitchen-menu.ts'
import { DISH_PICTURE_DIMENSIONS_PX } from '#contract/ordering-limits.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import type { Actor } from '../../../http/actor.ts'
import { encodePicture } from '../../../http/picture-encoder.ts'
import {
  type KitchenChildRowKey,
  type KitchenContext,
  refuseRowOfOtherKitchen,
  requireKitchenRoleOrAdmin,
  runKitchenChange,
} from './change-kitchen.ts'

/**
 * Encodes an uploaded file and sets it as the picture of an item. An earlier picture is deleted.
 * @throws {Refusal} not_found, forbidden, picture_unreadable, picture_too_large, busy
 */
export async function storeItemPicture(
  context: KitchenContext,
  actor: Actor,
  key: KitchenChildRowKey,
  file: Uint8Array,
): Promise<ManagedKitchen> {
  const { kitchenId, id } = key
  // Check permission before encoding, which is expensive.
  await requireKitchenRoleOrAdmin(context.db, actor, kitchenId, 'owners')
  await refuseRowOfOtherKitchen(context.db, 'menu_items', key)
  const data = (await encodePicture(file, DISH_PICTURE_DIMENSIONS_PX)).toString('base64')
  const access = { actor, kitchenId, allow: 'owners', endpoint: storeItemPictureCall } as const
  const { kitchen } = await runKitchenChange(context, access, async (tx) => {
    await removeItemPicture(tx, key)
    const picture = { id: createId(), vendor_id: kitchenId, data, created_at: Date.now() }
    await tx.insertInto('dish_pictures').values(picture).execute()
    await tx.updateTable('menu_items').set({ picture_id: picture.id }).where('id', '=', id).execute()
  })
  return kitchen
}

/** @throws {Refusal} not_found */
export async function removeItemPicture(tx: Tx, key: KitchenChildRowKey): Promise<void> {
  await refuseRowOfOtherKitchen(tx, 'menu_items', key)
  await deleteItemPictures(tx, { column: 'id', value: key.id })
}

/** Deletes the picture of an item, or the pictures of all items of a category. */
export async function deleteItemPictures(
  tx: Tx,
  selection: { column: 'id' | 'category_id'; value: string },
): Promise<void> {
  await tx
    .deleteFrom('dish_pictures')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('menu_items')
        .select('picture_id')
        .$castTo<{ picture_id: string }>()
        .where(`menu_items.${selection.column}`, '=', selection.value)
        .where('picture_id', 'is not', null),
    )
    .execute()
}
