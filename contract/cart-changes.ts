import { type CartLine, toCartMenuItem } from './cart-line.ts'
import { isMarkedSoldOut } from './line-problems.ts'
import type { Category, Item } from './menu.ts'
import { formatMoney } from './money.ts'
import { calculateUnitPrice } from './pricing.ts'

/** One change of a cart line since the customer saw it. */
export interface CartMenuChange {
  /** The index of the line in the cart. */
  line: number
  message: string
  /** Whether the line cannot be ordered any more; otherwise its unit price has changed. */
  isMissing: boolean
}

/**
 * Returns the lines of a cart with the menu's current names and prices, and a message for each change. A line stays
 * unchanged when its item or one of its choices was removed from the menu. So the customer can recognise and remove the
 * line.
 * @param currency ISO 4217, the kitchen's currency
 */
export function updateCartFromMenu(
  lines: readonly CartLine[],
  categories: readonly Category[],
  now: number,
  currency: string,
): { lines: CartLine[]; changes: CartMenuChange[] } {
  const items = new Map(categories.flatMap((category) => category.items).map((item) => [item.itemId, item]))
  const changes: CartMenuChange[] = []
  const fresh = lines.map((line, at) => {
    const say = (message: string, isMissing: boolean) => changes.push({ line: at, message, isMissing })
    const item = items.get(line.itemId)
    for (const message of missingOf(line, item, now)) say(message, true)
    if (!item || !line.options.every((option) => choiceOf(item, option))) return line
    const renewed = { ...line, item: toCartMenuItem(item) }
    const price = calculateUnitPrice(renewed)
    const before = calculateUnitPrice(line)
    if (price !== before) say(`${formatMoney(before, currency)} before, ${formatMoney(price, currency)} now`, false)
    return renewed
  })
  return { lines: fresh, changes }
}

/**
 * Returns the lines to store. While the customer has not seen the new price of a line, the stored line stays unchanged.
 */
export const keepStoredPricesUntilSeen = (
  stored: readonly CartLine[],
  { lines, changes }: ReturnType<typeof updateCartFromMenu>,
): CartLine[] =>
  lines.map((line, at) =>
    changes.some((change) => change.line === at && !change.isMissing) ? (stored[at] ?? line) : line,
  )

/** Returns a message for each part of a line that cannot be ordered. */
function missingOf(line: CartLine, item: Item | undefined, now: number): string[] {
  if (!item) return ['No longer on the menu']
  const missing = line.options.flatMap((option) => {
    const choice = choiceOf(item, option)
    if (!choice) return `${choiceOf(line.item, option)?.name ?? 'A choice'} is no longer on the menu`
    return isMarkedSoldOut(choice, now) ? `${choice.name} is sold out` : []
  })
  return [...new Set([...(isMarkedSoldOut(item, now) || item.portionsLeft === 0 ? ['Sold out'] : []), ...missing])]
}

const choiceOf = <C extends { id: string }>(
  { options }: { options: { optionId: string; choices: C[] }[] },
  { optionId, choiceId }: CartLine['options'][number],
): C | undefined => options.find((one) => one.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
