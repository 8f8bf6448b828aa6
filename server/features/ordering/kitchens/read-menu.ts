import type { Selectable } from 'kysely'
import { type ManagedCategory, type ManagedItem, managedItem } from '#contract/kitchen.ts'
import type { Allergen, Diet, Option } from '#contract/menu.ts'
import type { Queries } from '../../../db/database.ts'
import type { MenuItemsTable } from '../../../db/ordering-tables.ts'
import { type DamagedRow, presentRows } from '../../../http/present-rows.ts'

/** The rows of a menu, each in its order. */
export async function menuRows(db: Queries, vId: string) {
  const categories = await db
    .selectFrom('menu_categories')
    .selectAll()
    .where('vendor_id', '=', vId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const items = await db
    .selectFrom('menu_items')
    .selectAll()
    .where('vendor_id', '=', vId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { categories, items }
}

interface Menu {
  categories: ManagedCategory[]
  /** Dishes that were left out. */
  damaged: DamagedRow[] | undefined
}

/** The whole menu of a kitchen, in order: also what customers do not see. Two queries, however long it is. */
export async function readMenu(db: Queries, vId: string, now: number): Promise<Menu> {
  const { categories, items: rows } = await menuRows(db, vId)
  const { shown, damaged } = presentRows('dish', managedItem, rows, (row) => presentItem(row, now))
  const categoryOf = new Map(rows.map(({ id, category_id }) => [id, category_id]))
  const items = Map.groupBy(shown, ({ itemId }) => categoryOf.get(itemId))
  return { categories: categories.map(({ id, name }) => ({ id, name, items: items.get(id) ?? [] })), damaged }
}

/** An item by its row; what was sold out until some time before `now` is there again. */
function presentItem(row: Selectable<MenuItemsTable>, now: number): ManagedItem {
  const options = JSON.parse(row.options) as Option[]
  return {
    itemId: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    picture: dishPictureAddress(row.picture_id),
    allergens: JSON.parse(row.allergens) as Allergen[],
    diets: JSON.parse(row.diets) as Diet[],
    available: row.available === 1,
    soldOutUntil: endsAfter(row.sold_out_until, now),
    portionsLeft: row.portions_left,
    maxPerOrder: row.max_per_order,
    options: options.map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, soldOutUntil: endsAfter(choice.soldOutUntil, now) })),
    })),
  }
}

/** The address of a dish's picture. */
export const dishPictureAddress = (pictureId: string | null): string | null =>
  pictureId && `/dish-pictures/${pictureId}`

/** The end of a flag; null once that has come. */
export const endsAfter = (until: number | null, now: number): number | null =>
  until !== null && until > now ? until : null
