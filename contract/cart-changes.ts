import { type CartLine, cartItemOf } from './cart-line.ts'
import { isSoldOut } from './line-problems.ts'
import type { Category, Item } from './menu.ts'
import { formatMoney } from './money.ts'
import { unitPriceOf } from './pricing.ts'

/**
 * The lines of a cart with the names and prices that the menu has now, and what has changed of them, in words; lines that
 * are gone stay as they were, so that they can be named and removed.
 * @param currency ISO 4217, of the kitchen
 */
export function withMenu(
  lines: readonly CartLine[],
  categories: readonly Category[],
  now: number,
  currency: string,
): { lines: CartLine[]; changes: { line: number; message: string }[] } {
  const items = new Map(categories.flatMap((category) => category.items).map((item) => [item.itemId, item]))
  const changes: { line: number; message: string }[] = []
  const fresh = lines.map((line, at) => {
    const item = items.get(line.itemId)
    for (const message of item ? changesOf(line, item, now, currency) : ['No longer on the menu']) {
      changes.push({ line: at, message })
    }
    return item ? { ...line, item: cartItemOf(item) } : line
  })
  return { lines: fresh, changes }
}

function changesOf(line: CartLine, item: Item, now: number, currency: string): string[] {
  const changes: string[] = []
  const price = unitPriceOf({ item: cartItemOf(item), options: line.options })
  if (price !== unitPriceOf(line)) changes.push(`Price is now ${formatMoney(price, currency)}`)
  if (isSoldOut(item, now) || item.portionsLeft === 0) changes.push('Sold out')
  for (const { optionId, choiceId } of line.options) {
    const choice = item.options.find((one) => one.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
    if (!choice) changes.push(`${nameOfChoice(line, optionId, choiceId)} is no longer on the menu`)
    else if (isSoldOut(choice, now)) changes.push(`${choice.name} is sold out`)
  }
  return [...new Set(changes)]
}

/** As the cart has kept it. */
const nameOfChoice = ({ item }: CartLine, optionId: string, choiceId: string) =>
  item.options.find((one) => one.optionId === optionId)?.choices.find(({ id }) => id === choiceId)?.name ?? 'A choice'
