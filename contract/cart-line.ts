import { type CartChoice, toChoiceKey } from './cart-choice.ts'
import type { Item, OrderLineRequest } from './menu.ts'

/** A line of a cart with the item data that the cart needs to show and price it without the menu (S3.03). */
export interface CartLine extends OrderLineRequest {
  item: CartMenuItem
}
export interface CartMenuItem {
  name: string
  price: number
  options: CartOption[]
}
/** An option of a cart item. The customer chooses `min` to `max` of its choices. */
interface CartOption {
  optionId: string
  name: string
  min: number
  max: number
  choices: { id: string; name: string; priceAdjustment: number }[]
}

/** Returns each chosen choice once, in the order of its first occurrence. */
export const removeRepeatedChoices = (options: readonly CartChoice[]): CartChoice[] => [
  ...new Map(options.map((chosen) => [toChoiceKey(chosen), chosen])).values(),
]

/**
 * Returns a key that is equal for two lines of the same item with the same choices and dietary requirements (S5.05).
 * The order and repetition of choices and requirements do not change the key.
 */
export const toLineKey = ({ itemId, options, dietaryRequirements }: OrderLineRequest): string =>
  JSON.stringify([itemId, asSet(options.map(toChoiceKey)), asSet(dietaryRequirements)])

/** Returns whether two lines have the same item, choices and dietary requirements (S5.05). */
export const isSameLine = (a: OrderLineRequest, b: OrderLineRequest): boolean => toLineKey(a) === toLineKey(b)

/** Raises the quantity of an equal line, or appends the line (S4.03). */
export function addLineToCart<L extends OrderLineRequest>(lines: readonly L[], added: L): L[] {
  if (!lines.some((line) => isSameLine(line, added))) return [...lines, added]
  return lines.map((line) => (isSameLine(line, added) ? { ...added, quantity: line.quantity + added.quantity } : line))
}

/** Removes the equal line (S4.04). */
export const removeLine = <L extends OrderLineRequest>(lines: readonly L[], removed: OrderLineRequest): L[] =>
  lines.filter((line) => !isSameLine(line, removed))

/** Merges two carts; the quantities of equal lines are added as in `addLineToCart`. */
export const addLinesToCart = <L extends OrderLineRequest>(lines: readonly L[], others: readonly L[]): L[] =>
  others.reduce<L[]>(addLineToCart, [...lines])

/** Returns the part of a menu item that a cart stores. */
export const toCartMenuItem = ({ name, price, options }: Item): CartMenuItem => ({
  name,
  price,
  options: options.map(({ optionId, name, min, max, choices }) => ({
    optionId,
    name,
    min,
    max,
    choices: choices.map(({ id, name, priceAdjustment }) => ({ id, name, priceAdjustment })),
  })),
})

const asSet = (parts: readonly string[]): string[] => [...new Set(parts)].sort()
