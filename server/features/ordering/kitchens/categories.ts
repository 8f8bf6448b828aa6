import type { Transaction } from 'kysely'
import { MENU_CATEGORIES_MAX } from '#contract/ordering-limits.ts'
import { newId } from '../../../db/ids.ts'
import type { Schema } from '../../../db/schema.ts'
import { checkedName } from '../../../http/checked-name.ts'
import { Refusal } from '../../../http/failures.ts'
import { deletePictures } from './dish-pictures.ts'
import { menuRows } from './read-menu.ts'

type Tx = Transaction<Schema>
type Named = { vId: string; id: string }

/** @returns the id of a new category, the last of the menu @throws {Refusal} name_missing, name_too_long, too_many_entries */
export async function addCategory(tx: Tx, vId: string, typed: string): Promise<string> {
  const name = checkedName(typed)
  const rows = await tx.selectFrom('menu_categories').select('position').where('vendor_id', '=', vId).execute()
  if (rows.length >= MENU_CATEGORIES_MAX) throw new Refusal('too_many_entries')
  const position = Math.max(-1, ...rows.map((row) => row.position)) + 1
  const id = newId()
  await tx.insertInto('menu_categories').values({ id, vendor_id: vId, name, position }).execute()
  return id
}

/** @throws {Refusal} not_found, name_missing, name_too_long */
export async function renameCategory(tx: Tx, { vId, id }: Named, typed: string): Promise<void> {
  const name = checkedName(typed)
  const { numUpdatedRows } = await tx
    .updateTable('menu_categories')
    .set({ name })
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}

/** Takes a category away with its items and their pictures. @throws {Refusal} not_found */
export async function removeCategory(tx: Tx, { vId, id }: Named): Promise<void> {
  await requireCategory(tx, { vId, id })
  await deletePictures(tx, { column: 'category_id', value: id })
  await tx.deleteFrom('menu_categories').where('id', '=', id).execute()
}

/** @throws {Refusal} not_found when the kitchen has no such category */
export async function requireCategory(tx: Tx, { vId, id }: Named): Promise<void> {
  const category = await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (!category) throw new Refusal('not_found')
}

/**
 * Puts the menu into an order; what is not named comes after, as it was. Two statements, however long it is.
 * @throws {Refusal} not_found for what the kitchen has not; bad_request for what is named twice
 */
export async function orderMenu(
  tx: Tx,
  vId: string,
  wanted: readonly { id: string; items: readonly string[] }[],
): Promise<void> {
  const { categories, items } = await menuRows(tx, vId)
  const place = placesOf(
    categories,
    wanted.map(({ id }) => id),
  )
  const placeOfItem = placesOf(
    items,
    wanted.flatMap((category) => category.items),
  )
  const categoryOf = new Map(wanted.flatMap(({ id, items }) => items.map((item) => [item, id] as const)))
  if (categories.length > 0)
    await tx
      .insertInto('menu_categories')
      .values(categories.map((category) => ({ ...category, position: place(category.id) })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })))
      .execute()
  if (items.length > 0)
    await tx
      .insertInto('menu_items')
      .values(
        items.map((item) => ({
          ...item,
          category_id: categoryOf.get(item.id) ?? item.category_id,
          position: placeOfItem(item.id),
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

/** The place of each row: those that are named first, then the others in the order that they come in. */
function placesOf(rows: readonly { id: string }[], named: readonly string[]): (id: string) => number {
  const known = new Set(rows.map(({ id }) => id))
  if (named.some((id) => !known.has(id))) throw new Refusal('not_found')
  if (new Set(named).size < named.length) throw new Refusal('bad_request', 'Something is named twice.')
  const order = new Map([...new Set([...named, ...known])].map((id, at) => [id, at]))
  return (id) => order.get(id) ?? 0
}
