import type { HandlerInput } from '#contract/endpoint.ts'
import type { changeItem as changeItemCall } from '#contract/kitchen-menu.ts'
import type { ItemOption } from '#contract/menu.ts'
import { MENU_ITEMS_MAX } from '#contract/ordering-limits.ts'
import { hasRow } from '../../../db/count-query-rows.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import { createNotFoundRefusal, Refusal } from '../../../http/failures.ts'
import { type KitchenChildRowKey, refuseRowOfOtherKitchen } from './change-kitchen.ts'
import { deleteItemPictures } from './dish-pictures.ts'
import { type ParsedItemDraft, parseItemDraftToColumns } from './item-draft.ts'
import { parseTemporaryStateEnd } from './opening.ts'
import { readMenuCountAndEndPosition } from './read-managed-menu.ts'

/**
 * Adds an item at the end of its category, or changes the item that an earlier call has added with the same id.
 * @returns its id
 * @throws {Refusal} not_found, too_many_entries, and the refusals of parseItemDraftToColumns
 */
export async function addItem(tx: Tx, { kitchenId }: { kitchenId: string }, draft: ParsedItemDraft): Promise<string> {
  const id = draft.itemId ?? createId()
  if (await hasRow(tx.selectFrom('menu_items').where('id', '=', id))) {
    await changeItem(tx, { kitchenId, id }, draft)
    return id
  }
  await refuseRowOfOtherKitchen(tx, 'menu_categories', { kitchenId, id: draft.categoryId })
  const { count, position } = await readMenuCountAndEndPosition(tx, 'menu_items', kitchenId)
  if (count >= MENU_ITEMS_MAX) throw new Refusal('too_many_entries')
  const location = { id, vendor_id: kitchenId, category_id: draft.categoryId, position }
  await tx
    .insertInto('menu_items')
    .values({ ...parseItemDraftToColumns(draft, []), ...location })
    .execute()
  return id
}

/**
 * Changes an item. An item that moves to another category becomes the last item of that category.
 * @param changes the fields that were sent; the others stay as they are
 * @throws {Refusal} not_found, and the refusals of parseItemDraftToColumns
 */
export async function changeItem(
  tx: Tx,
  { kitchenId, id }: KitchenChildRowKey,
  changes: HandlerInput<typeof changeItemCall>['body'],
): Promise<void> {
  const item = await findItem(tx, { kitchenId, id })
  // JSON has no undefined values, so no field becomes undefined.
  const draft = {
    categoryId: item.category_id,
    name: item.name,
    description: item.description,
    price: item.price,
    allergens: changes.allergens ?? JSON.parse(item.allergens),
    diets: changes.diets ?? JSON.parse(item.diets),
    available: item.available === 1,
    maxPerOrder: item.max_per_order,
    options: item.options,
    ...changes,
  } as ParsedItemDraft
  const columns = { ...parseItemDraftToColumns(draft, item.options), category_id: draft.categoryId }
  let { position } = item
  if (draft.categoryId !== item.category_id) {
    await refuseRowOfOtherKitchen(tx, 'menu_categories', { kitchenId, id: draft.categoryId })
    position = (await readMenuCountAndEndPosition(tx, 'menu_items', kitchenId)).position
  }
  await tx
    .updateTable('menu_items')
    .set({ ...columns, position })
    .where('id', '=', id)
    .execute()
}

/** Deletes an item and its picture. @throws {Refusal} not_found */
export async function removeItem(tx: Tx, key: KitchenChildRowKey): Promise<void> {
  await refuseRowOfOtherKitchen(tx, 'menu_items', key)
  await deleteItemPictures(tx, { column: 'id', value: key.id })
  await tx.deleteFrom('menu_items').where('id', '=', key.id).execute()
}

/**
 * Sets the time until which an item, or one of its choices, is sold out. Null ends the sold-out state at once.
 * @throws {Refusal} not_found, end_before_start, too_far_ahead
 */
export async function setSoldOutUntil(
  tx: Tx,
  key: KitchenChildRowKey,
  { choiceId, until }: { choiceId: string | null; until: number | null },
): Promise<void> {
  const { options } = await findItem(tx, key)
  const end = parseTemporaryStateEnd(until, Date.now())
  const choice = options.flatMap(({ choices }) => choices).find(({ id }) => id === choiceId)
  if (choice) choice.soldOutUntil = end
  else if (choiceId !== null) throw new Refusal('not_found')
  await tx
    .updateTable('menu_items')
    .set(choice ? { options: JSON.stringify(options) } : { sold_out_until: end })
    .where('id', '=', key.id)
    .execute()
}

/** @throws {Refusal} not_found when the kitchen has no such item */
async function findItem(tx: Tx, { kitchenId, id }: KitchenChildRowKey) {
  const row = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirstOrThrow(createNotFoundRefusal)
  return { ...row, options: JSON.parse(row.options) as ItemOption[] }
}
