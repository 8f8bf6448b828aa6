import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { KeptLine } from './order-rows.ts'

type Tx = Transaction<Schema>

/**
 * Counts down what lines take of items that are counted, never below zero.
 * @returns whether something has run out
 * @throws when there is less left than is taken, though the kitchen's row is held
 */
export async function takePortions(tx: Tx, lines: readonly KeptLine[]): Promise<boolean> {
  let ranOut = false
  for (const [itemId, quantity] of countedIn(lines)) {
    const { portions_left } = await tx
      .updateTable('menu_items')
      .set((eb) => ({ portions_left: eb('portions_left', '-', quantity) }))
      .where('id', '=', itemId)
      .where('portions_left', '>=', quantity)
      .returning('portions_left')
      .executeTakeFirstOrThrow()
    ranOut ||= portions_left === 0
  }
  return ranOut
}

/** Gives them back, where they are still counted. @returns whether something can be had again */
export async function givePortionsBack(tx: Tx, lines: readonly KeptLine[]): Promise<boolean> {
  let isBack = false
  for (const [itemId, quantity] of countedIn(lines)) {
    const item = await tx
      .updateTable('menu_items')
      .set((eb) => ({ portions_left: eb('portions_left', '+', quantity) }))
      .where('id', '=', itemId)
      .where('portions_left', 'is not', null)
      .returning('portions_left')
      .executeTakeFirst()
    isBack ||= item?.portions_left === quantity
  }
  return isBack
}

/** How much of each counted item there is in lines, by id: two transactions that hold several never wait for each other. */
function countedIn(lines: readonly KeptLine[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { counted, itemId, quantity } of lines) if (counted) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
