import { MENU_CATEGORIES_MAX } from '#contract/ordering-limits.ts'
import type { Tx } from '../../../db/database.ts'
import { createId } from '../../../db/ids.ts'
import { Refusal } from '../../../http/failures.ts'
import { parseName } from '../../../http/parse-name.ts'
import { type KitchenChildRowKey, refuseRowOfOtherKitchen } from './change-kitchen.ts'
import { deleteItemPictures } from './dish-pictures.ts'
import { readMenuCountAndEndPosition, readMenuRows } from './read-managed-menu.ts'

/**
 * Adds a category at the end of the menu, or renames the category that an earlier call has added with the same id.
 * @returns its id
 * @throws {Refusal} not_found, name_missing, name_too_long, too_many_entries
 */
export async function addCategory(
  tx: Tx,
  { kitchenId }: { kitchenId: string },
  { id = createId(), name }: { id?: string | undefined; name: string },
): Promise<string> {
  if (await tx.selectFrom('menu_categories').select('id').where('id', '=', id).executeTakeFirst()) {
    await renameCategory(tx, { kitchenId, id }, { name })
    return id
  }
  const { count, position } = await readMenuCountAndEndPosition(tx, 'menu_categories', kitchenId)
  const row = { id, vendor_id: kitchenId, name: parseName(name), position }
  if (count >= MENU_CATEGORIES_MAX) throw new Refusal('too_many_entries')
  await tx.insertInto('menu_categories').values(row).execute()
  return id
}

/** @throws {Refusal} not_found, name_missing, name_too_long */
export async function renameCategory(tx: Tx, key: KitchenChildRowKey, { name }: { name: string }): Promise<void> {
  const columns = { name: parseName(name) }
  await refuseRowOfOtherKitchen(tx, 'menu_categories', key)
  await tx.updateTable('menu_categories').set(columns).where('id', '=', key.id).execute()
}

/** Deletes a category with its items and their pictures. @throws {Refusal} not_found */
export async function removeCategory(tx: Tx, key: KitchenChildRowKey): Promise<void> {
  await refuseRowOfOtherKitchen(tx, 'menu_categories', key)
  await deleteItemPictures(tx, { column: 'category_id', value: key.id })
  await tx.deleteFrom('menu_categories').where('id', '=', key.id).execute()
}

/**
 * Sorts the menu in the requested order. Categories and items that the request does not name follow in their present
 * order. Two statements store all positions, however long the menu is.
 * @throws {Refusal} not_found for an id that the menu does not have; bad_request for an id that is named twice
 */
export async function reorderMenu(
  tx: Tx,
  { kitchenId }: { kitchenId: string },
  { categories: requested }: { categories: readonly { id: string; items: readonly string[] }[] },
): Promise<void> {
  const { categories, items } = await readMenuRows(tx, kitchenId)
  const categoryOfItem = new Map(requested.flatMap(({ id, items }) => items.map((item) => [item, id] as const)))
  const sortedCategories = sortRows(
    categories,
    requested.map(({ id }) => id),
  )
  const sortedItems = sortRows(
    items,
    requested.flatMap((category) => category.items),
  )
  if (sortedCategories.length > 0)
    await tx
      .insertInto('menu_categories')
      .values(sortedCategories)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })))
      .execute()
  if (sortedItems.length > 0)
    await tx
      .insertInto('menu_items')
      .values(sortedItems.map((item) => ({ ...item, category_id: categoryOfItem.get(item.id) ?? item.category_id })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          category_id: eb.ref('excluded.category_id'),
        })),
      )
      .execute()
}

/**
 * Gives rows new positions: named rows come first, then the others in their present order. Returns the rows sorted by
 * id, because placing an order also locks dishes sorted by id. Otherwise the two transactions could deadlock.
 */
function sortRows<Row extends { id: string }>(rows: readonly Row[], namedIds: readonly string[]): Row[] {
  const existingIds = new Set(rows.map(({ id }) => id))
  if (namedIds.some((id) => !existingIds.has(id))) throw new Refusal('not_found')
  if (new Set(namedIds).size < namedIds.length) throw new Refusal('bad_request', 'Something is named twice.')
  const sortedIds = [...new Set([...namedIds, ...existingIds])]
  const sortedRows = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return sortedRows.map((row) => ({ ...row, position: sortedIds.indexOf(row.id) }))
}
