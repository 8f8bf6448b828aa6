import { type CartLine, toCartItem } from './cart-line.ts'
import { isSoldOut } from './line-problems.ts'
import type { Category, Item } from './menu.ts'
import { formatMoney } from './money.ts'
import { unitPriceOf } from './pricing.ts'

/** What has changed of a line of a cart. */
export interface CartChange {
  /** Its place in the cart. */
  line: number
  message: string
  /** Whether it keeps the line from being ordered; otherwise the price of one has changed. */
  isMissing: boolean
}

/**
 * The lines of a cart with the names and prices that the menu has now, and what has changed of them, in words. A line that
 * is gone, or a choice of which is, stays as it was, so that it can be named and removed.
 * @param currency ISO 4217, of the kitchen
 */
export function refreshCartLines(
  lines: readonly CartLine[],
  categories: readonly Category[],
  now: number,
  currency: string,
): { lines: CartLine[]; changes: CartChange[] } {
  const items = new Map(categories.flatMap((category) => category.items).map((item) => [item.itemId, item]))
  const changes: CartChange[] = []
  const fresh = lines.map((line, at) => {
    const say = (message: string, isMissing: boolean) => changes.push({ line: at, message, isMissing })
    const item = items.get(line.itemId)
    for (const message of missingOf(line, item, now)) say(message, true)
    if (!item || !line.options.every((option) => choiceOf(item, option))) return line
    const renewed = { ...line, item: toCartItem(item) }
    const price = unitPriceOf(renewed)
    const before = unitPriceOf(line)
    if (price !== before) say(`${formatMoney(before, currency)} before, ${formatMoney(price, currency)} now`, false)
    return renewed
  })
  return { lines: fresh, changes }
}

/** Returns the lines of a cart as they are kept: with what the menu has now, but for a price that the customer has not seen. */
export const keepUnseenPrices = (
  stored: readonly CartLine[],
  { lines, changes }: ReturnType<typeof refreshCartLines>,
): CartLine[] =>
  lines.map((line, at) =>
    changes.some((change) => change.line === at && !change.isMissing) ? (stored[at] ?? line) : line,
  )

/** What cannot be had of a line, in words. */
function missingOf(line: CartLine, item: Item | undefined, now: number): string[] {
  if (!item) return ['No longer on the menu']
  const missing = line.options.flatMap((option) => {
    const choice = choiceOf(item, option)
    if (!choice) return `${choiceOf(line.item, option)?.name ?? 'A choice'} is no longer on the menu`
    return isSoldOut(choice, now) ? `${choice.name} is sold out` : []
  })
  return [...new Set([...(isSoldOut(item, now) || item.portionsLeft === 0 ? ['Sold out'] : []), ...missing])]
}

const choiceOf = <C extends { id: string }>(
  { options }: { options: { optionId: string; choices: C[] }[] },
  { optionId, choiceId }: CartLine['options'][number],
): C | undefined => options.find((one) => one.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
