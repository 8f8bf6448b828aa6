import type { Option } from '#contract/menu.ts'
import { MENU_ITEMS_MAX } from '#contract/ordering-limits.ts'
import type { Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { Refusal } from '../../../http/failures.ts'
import { requireCategory } from './categories.ts'
import { deletePictures } from './dish-pictures.ts'
import { parseItemDraft, type ReceivedItemDraft } from './item-draft.ts'
import { parseFlagEnd } from './opening.ts'

/** The `id` of an item, and its kitchen. */
type ItemKey = { kitchenId: string; id: string }

/** Adds an item at the end of its category. @returns its id @throws {Refusal} not_found, too_many_entries, and the refusals of parseItemDraft */
export async function addItem(tx: Tx, kitchenId: string, draft: ReceivedItemDraft): Promise<string> {
  await requireCategory(tx, { kitchenId, id: draft.categoryId })
  const { count } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  if (count >= MENU_ITEMS_MAX) throw new Refusal('too_many_entries')
  const id = newId()
  const location = {
    id,
    vendor_id: kitchenId,
    category_id: draft.categoryId,
    position: await findNextPosition(tx, kitchenId),
  }
  await tx
    .insertInto('menu_items')
    .values({ ...parseItemDraft(draft, []), ...location, picture_id: null, sold_out_until: null })
    .execute()
  return id
}

/** Changes an item. In another category it becomes the last item. @throws {Refusal} not_found, and the refusals of parseItemDraft */
export async function changeItem(tx: Tx, { kitchenId, id }: ItemKey, draft: ReceivedItemDraft): Promise<void> {
  const { options, category_id } = await findItem(tx, { kitchenId, id })
  const columns = parseItemDraft(draft, options)
  const isMoved = draft.categoryId !== category_id
  if (isMoved) await requireCategory(tx, { kitchenId, id: draft.categoryId })
  const location = isMoved ? { category_id: draft.categoryId, position: await findNextPosition(tx, kitchenId) } : {}
  await tx
    .updateTable('menu_items')
    .set({ ...columns, ...location })
    .where('id', '=', id)
    .execute()
}

/** Deletes an item and its picture. @throws {Refusal} not_found */
export async function removeItem(tx: Tx, { kitchenId, id }: ItemKey): Promise<void> {
  await findItem(tx, { kitchenId, id })
  await deletePictures(tx, { column: 'id', value: id })
  await tx.deleteFrom('menu_items').where('id', '=', id).execute()
}

/**
 * Sets until when an item, or one of its choices, is sold out; null ends it.
 * @throws {Refusal} not_found, end_before_start, too_far_ahead
 */
export async function setSoldOut(
  tx: Tx,
  { kitchenId, id }: ItemKey,
  { choiceId, until }: { choiceId: string | null; until: number | null },
): Promise<void> {
  const { options } = await findItem(tx, { kitchenId, id })
  const end = parseFlagEnd(until, Date.now())
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
export async function findItem(
  tx: Tx,
  { kitchenId, id }: ItemKey,
): Promise<{ category_id: string; options: Option[] }> {
  const row = await tx
    .selectFrom('menu_items')
    .select(['category_id', 'options'])
    .where('id', '=', id)
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return { category_id: row.category_id, options: JSON.parse(row.options) as Option[] }
}

async function findNextPosition(tx: Tx, kitchenId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}
