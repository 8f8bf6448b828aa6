import { MENU_CATEGORIES_MAX } from '#contract/ordering-limits.ts'
import type { Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { checkedName } from '../../../http/checked-name.ts'
import { Refusal } from '../../../http/failures.ts'
import { deletePictures } from './dish-pictures.ts'
import { readMenuRows } from './read-menu.ts'

/** The `id` of a category, and its kitchen. */
type CategoryKey = { kitchenId: string; id: string }

/** Adds a category at the end of the menu. @returns its id @throws {Refusal} name_missing, name_too_long, too_many_entries */
export async function addCategory(tx: Tx, kitchenId: string, newName: string): Promise<string> {
  const name = checkedName(newName)
  const rows = await tx.selectFrom('menu_categories').select('position').where('vendor_id', '=', kitchenId).execute()
  if (rows.length >= MENU_CATEGORIES_MAX) throw new Refusal('too_many_entries')
  const position = Math.max(-1, ...rows.map((row) => row.position)) + 1
  const id = newId()
  await tx.insertInto('menu_categories').values({ id, vendor_id: kitchenId, name, position }).execute()
  return id
}

/** @throws {Refusal} not_found, name_missing, name_too_long */
export async function renameCategory(tx: Tx, { kitchenId, id }: CategoryKey, newName: string): Promise<void> {
  const name = checkedName(newName)
  const { numUpdatedRows } = await tx
    .updateTable('menu_categories')
    .set({ name })
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}

/** Deletes a category with its items and their pictures. @throws {Refusal} not_found */
export async function removeCategory(tx: Tx, { kitchenId, id }: CategoryKey): Promise<void> {
  await requireCategory(tx, { kitchenId, id })
  await deletePictures(tx, { column: 'category_id', value: id })
  await tx.deleteFrom('menu_categories').where('id', '=', id).execute()
}

/** @throws {Refusal} not_found when the kitchen has no such category */
export async function requireCategory(tx: Tx, { kitchenId, id }: CategoryKey): Promise<void> {
  const category = await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirst()
  if (!category) throw new Refusal('not_found')
}

/**
 * Sorts the menu in the requested order. Categories and items that the request does not name follow in their present order.
 * It takes two statements, however long the menu is.
 * @throws {Refusal} not_found for an id that the menu does not have; bad_request for an id that is named twice
 */
export async function reorderMenu(
  tx: Tx,
  kitchenId: string,
  requested: readonly { id: string; items: readonly string[] }[],
): Promise<void> {
  const { categories, items } = await readMenuRows(tx, kitchenId)
  const findCategoryPosition = rankIds(
    categories,
    requested.map(({ id }) => id),
  )
  const findItemPosition = rankIds(
    items,
    requested.flatMap((category) => category.items),
  )
  const categoryOfItem = new Map(requested.flatMap(({ id, items }) => items.map((item) => [item, id] as const)))
  if (categories.length > 0)
    await tx
      .insertInto('menu_categories')
      .values(categories.map((category) => ({ ...category, position: findCategoryPosition(category.id) })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })))
      .execute()
  if (items.length > 0)
    await tx
      .insertInto('menu_items')
      .values(
        items.map((item) => ({
          ...item,
          category_id: categoryOfItem.get(item.id) ?? item.category_id,
          position: findItemPosition(item.id),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          category_id: eb.ref('excluded.category_id'),
        })),
      )
      .execute()
}

/** Returns a function that gives the position of a row: named rows first, then the others in their present order. */
function rankIds(rows: readonly { id: string }[], namedIds: readonly string[]): (id: string) => number {
  const existingIds = new Set(rows.map(({ id }) => id))
  if (namedIds.some((id) => !existingIds.has(id))) throw new Refusal('not_found')
  if (new Set(namedIds).size < namedIds.length) throw new Refusal('bad_request', 'Something is named twice.')
  const positions = new Map([...new Set([...namedIds, ...existingIds])].map((id, at) => [id, at]))
  return (id) => positions.get(id) ?? 0
}
