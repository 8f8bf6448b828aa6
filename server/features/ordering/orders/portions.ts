import type { Tx } from '../../../db/database.ts'
import type { StoredLine } from './order-rows.ts'

/**
 * Subtracts the quantities of lines from the portions of their items, for items with counted portions.
 * @returns whether an item has run out
 * @throws when an item has too few portions, which cannot happen while the kitchen is locked
 */
export async function subtractPortions(tx: Tx, lines: readonly StoredLine[]): Promise<boolean> {
  let hasRunOut = false
  for (const [itemId, quantity] of sumCountedItems(lines)) {
    const { portions_left } = await tx
      .updateTable('menu_items')
      .set((eb) => ({ portions_left: eb('portions_left', '-', quantity) }))
      .where('id', '=', itemId)
      .where('portions_left', '>=', quantity)
      .returning('portions_left')
      .executeTakeFirstOrThrow()
    hasRunOut ||= portions_left === 0
  }
  return hasRunOut
}

/**
 * Adds the quantities of lines to the portions of items whose portions are still counted.
 * @returns whether an item is available again
 */
export async function restorePortions(tx: Tx, lines: readonly StoredLine[]): Promise<boolean> {
  let isAvailableAgain = false
  for (const [itemId, quantity] of sumCountedItems(lines)) {
    const item = await tx
      .updateTable('menu_items')
      .set((eb) => ({ portions_left: eb('portions_left', '+', quantity) }))
      .where('id', '=', itemId)
      .where('portions_left', 'is not', null)
      .returning('portions_left')
      .executeTakeFirst()
    isAvailableAgain ||= item?.portions_left === quantity
  }
  return isAvailableAgain
}

/** Sums up quantities by item. The sums are sorted by id, so that two transactions lock items in the same order. */
function sumCountedItems(lines: readonly StoredLine[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { counted, itemId, quantity } of lines) if (counted) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
