import { managedItemSchema } from '#contract/kitchen.ts'
import type { ItemOption } from '#contract/menu.ts'
import { toCamelCaseRow } from '../../../db/camel-case.ts'
import type { DatabaseOrTx } from '../../../db/database.ts'
import { presentRows } from '../../../http/present-rows.ts'

/** Reads the categories and items of a menu, sorted by position. */
export async function readMenuRows(db: DatabaseOrTx, kitchenId: string) {
  const categories = await db
    .selectFrom('menu_categories')
    .selectAll()
    .where('vendor_id', '=', kitchenId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const items = await db
    .selectFrom('menu_items')
    .selectAll()
    .where('vendor_id', '=', kitchenId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { categories, items }
}

/** Counts the categories or items of a menu, and returns the position after the last one. */
export async function readMenuCountAndEndPosition(
  db: DatabaseOrTx,
  table: 'menu_categories' | 'menu_items',
  kitchenId: string,
) {
  const { count, last } = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('position').as('last')])
    .where('vendor_id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  return { count, position: (last ?? -1) + 1 }
}

/**
 * Reads the menu of a kitchen, including dishes that customers do not see. It takes two queries, however long the menu
 * is. Sold-out flags that ended before `now` are left out.
 */
export async function readManagedMenu(db: DatabaseOrTx, kitchenId: string, now: number) {
  const { categories, items: rows } = await readMenuRows(db, kitchenId)
  const { shown, damaged } = presentRows('dish', managedItemSchema, rows, (row) => ({
    ...toCamelCaseRow(row),
    itemId: row.id,
    picture: toDishPicturePath(row.picture_id),
    allergens: JSON.parse(row.allergens),
    diets: JSON.parse(row.diets),
    available: row.available === 1,
    soldOutUntil: nullIfPast(row.sold_out_until, now),
    options: (JSON.parse(row.options) as ItemOption[]).map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, soldOutUntil: nullIfPast(choice.soldOutUntil, now) })),
    })),
  }))
  const categoryOfItem = new Map(rows.map(({ id, category_id }) => [id, category_id]))
  const items = Map.groupBy(shown, ({ itemId }) => categoryOfItem.get(itemId))
  return { categories: categories.map(({ id, name }) => ({ id, name, items: items.get(id) ?? [] })), damaged }
}

export const toDishPicturePath = (pictureId: string | null): string | null => pictureId && `/dish-pictures/${pictureId}`

/** Returns the end of a temporary state (sold out, paused, rush); null when the state has ended or was never set. */
export const nullIfPast = (until: number | null, now: number): number | null =>
  until !== null && until > now ? until : null
