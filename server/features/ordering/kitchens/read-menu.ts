import type { Selectable } from 'kysely'
import { type ManagedCategory, type ManagedItem, managedItem } from '#contract/kitchen.ts'
import type { Allergen, Diet, Option } from '#contract/menu.ts'
import type { Queries } from '../../../db/database.ts'
import type { MenuItemsTable } from '../../../db/ordering-tables.ts'
import { type DamagedRow, presentRows } from '../../../http/present-rows.ts'

/** Reads the categories and items of a menu, sorted by position. */
export async function readMenuRows(db: Queries, kitchenId: string) {
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

interface Menu {
  categories: ManagedCategory[]
  /** The dishes whose rows are damaged; `categories` leaves them out. */
  damaged: DamagedRow[] | undefined
}

/** Reads the menu of a kitchen, including dishes that customers do not see. It takes two queries, however long the menu is. */
export async function readMenu(db: Queries, kitchenId: string, now: number): Promise<Menu> {
  const { categories, items: rows } = await readMenuRows(db, kitchenId)
  const { shown, damaged } = presentRows('dish', managedItem, rows, (row) => presentItem(row, now))
  const categoryOfItem = new Map(rows.map(({ id, category_id }) => [id, category_id]))
  const items = Map.groupBy(shown, ({ itemId }) => categoryOfItem.get(itemId))
  return { categories: categories.map(({ id, name }) => ({ id, name, items: items.get(id) ?? [] })), damaged }
}

/** Converts a row to an item. Sold-out flags that ended before `now` are left out. */
function presentItem(row: Selectable<MenuItemsTable>, now: number): ManagedItem {
  const options = JSON.parse(row.options) as Option[]
  return {
    itemId: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    picture: toDishPicturePath(row.picture_id),
    allergens: JSON.parse(row.allergens) as Allergen[],
    diets: JSON.parse(row.diets) as Diet[],
    available: row.available === 1,
    soldOutUntil: toActiveEnd(row.sold_out_until, now),
    portionsLeft: row.portions_left,
    maxPerOrder: row.max_per_order,
    options: options.map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, soldOutUntil: toActiveEnd(choice.soldOutUntil, now) })),
    })),
  }
}

export const toDishPicturePath = (pictureId: string | null): string | null => pictureId && `/dish-pictures/${pictureId}`

/** Returns the end of a flag, or null when the flag has ended. */
export const toActiveEnd = (until: number | null, now: number): number | null =>
  until !== null && until > now ? until : null
