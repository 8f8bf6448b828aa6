import type { Transaction } from 'kysely'
import type { Option } from '#contract/menu.ts'
import { MENU_ITEMS_MAX } from '#contract/ordering-limits.ts'
import { newId } from '../../../db/ids.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../http/failures.ts'
import { requireCategory } from './categories.ts'
import { deletePictures } from './dish-pictures.ts'
import { checkedItem, type Draft } from './item-draft.ts'
import { checkedEnd } from './opening.ts'

type Tx = Transaction<Schema>
type Named = { vId: string; id: string }

/** @returns the id of a new item, the last of its category @throws {Refusal} not_found, too_many_entries, and what checkedItem throws */
export async function addItem(tx: Tx, vId: string, draft: Draft): Promise<string> {
  await requireCategory(tx, { vId, id: draft.categoryId })
  const { count } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendor_id', '=', vId)
    .executeTakeFirstOrThrow()
  if (count >= MENU_ITEMS_MAX) throw new Refusal('too_many_entries')
  const id = newId()
  const place = { id, vendor_id: vId, category_id: draft.categoryId, position: await lastPosition(tx, vId) }
  await tx
    .insertInto('menu_items')
    .values({ ...checkedItem(draft, []), ...place, picture_id: null, sold_out_until: null })
    .execute()
  return id
}

/** Changes an item, which goes to the end of another category. @throws {Refusal} not_found, and what checkedItem throws */
export async function changeItem(tx: Tx, { vId, id }: Named, draft: Draft): Promise<void> {
  const { options, category_id } = await findItem(tx, { vId, id })
  const columns = checkedItem(draft, options)
  const moves = draft.categoryId !== category_id
  if (moves) await requireCategory(tx, { vId, id: draft.categoryId })
  const place = moves ? { category_id: draft.categoryId, position: await lastPosition(tx, vId) } : {}
  await tx
    .updateTable('menu_items')
    .set({ ...columns, ...place })
    .where('id', '=', id)
    .execute()
}

/** Takes an item off the menu for good, with its picture. @throws {Refusal} not_found */
export async function removeItem(tx: Tx, { vId, id }: Named): Promise<void> {
  await findItem(tx, { vId, id })
  await deletePictures(tx, { column: 'id', value: id })
  await tx.deleteFrom('menu_items').where('id', '=', id).execute()
}

/**
 * Says until when an item, or one of its choices, is sold out.
 * @throws {Refusal} not_found, end_before_start, too_far_ahead
 */
export async function setSoldOut(
  tx: Tx,
  { vId, id }: Named,
  { choiceId, until }: { choiceId: string | null; until: number | null },
): Promise<void> {
  const { options } = await findItem(tx, { vId, id })
  const end = checkedEnd(until, Date.now())
  if (choiceId === null) {
    await tx.updateTable('menu_items').set({ sold_out_until: end }).where('id', '=', id).execute()
    return
  }
  const choice = options.flatMap(({ choices }) => choices).find((choice) => choice.id === choiceId)
  if (!choice) throw new Refusal('not_found')
  choice.soldOutUntil = end
  await tx
    .updateTable('menu_items')
    .set({ options: JSON.stringify(options) })
    .where('id', '=', id)
    .execute()
}

/** @throws {Refusal} not_found when the kitchen has no such item */
export async function findItem(tx: Tx, { vId, id }: Named): Promise<{ category_id: string; options: Option[] }> {
  const row = await tx
    .selectFrom('menu_items')
    .select(['category_id', 'options'])
    .where('id', '=', id)
    .where('vendor_id', '=', vId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { category_id: row.category_id, options: JSON.parse(row.options) as Option[] }
}

async function lastPosition(tx: Tx, vId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('vendor_id', '=', vId)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}
