import { type ChosenOption, choiceKey } from './cart-choice.ts'
import type { Item, OrderLineRequest } from './menu.ts'

/** S3.03: a line of a cart, with what is needed of its item to show it and to price it without the menu. */
export interface CartLine extends OrderLineRequest {
  item: CartItem
}
export interface CartItem {
  name: string
  price: number
  options: CartOption[]
}
/** An option of a cart's item: `min` to `max` of its choices are chosen. */
interface CartOption {
  optionId: string
  name: string
  min: number
  max: number
  choices: { id: string; name: string; priceAdjustment: number }[]
}

/** Returns each chosen choice once, in the order of its first occurrence. */
export const distinctChoices = (options: readonly ChosenOption[]): ChosenOption[] => [
  ...new Map(options.map((chosen) => [choiceKey(chosen), chosen])).values(),
]

/**
 * Returns a text that is equal for two lines of the same item with the same choices and dietary requirements (S5.05).
 * Both are sets: neither their order nor a repetition changes the key.
 */
export const lineKey = ({ itemId, options, dietaryRequirements }: OrderLineRequest): string =>
  JSON.stringify([itemId, asSet(options.map(choiceKey)), asSet(dietaryRequirements)])

/** S5.05: the same item with the same choices and dietary requirements. */
export const isSameLine = (a: OrderLineRequest, b: OrderLineRequest): boolean => lineKey(a) === lineKey(b)

/** S4.03: raises the quantity of the same line, or adds one. */
export function addLine<L extends OrderLineRequest>(lines: readonly L[], added: L): L[] {
  if (!lines.some((line) => isSameLine(line, added))) return [...lines, added]
  return lines.map((line) => (isSameLine(line, added) ? { ...added, quantity: line.quantity + added.quantity } : line))
}

/** S4.04: deletes the matching line. */
export const removeLine = <L extends OrderLineRequest>(lines: readonly L[], removed: OrderLineRequest): L[] =>
  lines.filter((line) => !isSameLine(line, removed))

/** Two carts as one, by the rule of adding. */
export const mergeLines = <L extends OrderLineRequest>(lines: readonly L[], others: readonly L[]): L[] =>
  others.reduce<L[]>(addLine, [...lines])

/** What a cart keeps of an item of the menu. */
export const toCartItem = ({ name, price, options }: Item): CartItem => ({
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
