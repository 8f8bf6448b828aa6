import type { Item, WantedLine } from './menu.ts'

/** S3.03: a line of a cart, with what is needed of its item to show it and to price it without the menu. */
export interface CartLine extends WantedLine {
  item: CartItem
}
export interface CartItem {
  name: string
  price: number
  options: { optionId: string; name: string; choices: { id: string; name: string; priceAdjustment: number }[] }[]
}

/** S5.05: the same item with the same choices and dietary requirements; their order does not matter, how often does. */
export function sameLine(a: WantedLine, b: WantedLine): boolean {
  return (
    a.itemId === b.itemId && keyOf(choicesOf(a)) === keyOf(choicesOf(b)) && keyOf(wishesOf(a)) === keyOf(wishesOf(b))
  )
}

/** S4.03: raises the quantity of the same line, or adds one. */
export function addLine<L extends WantedLine>(lines: readonly L[], added: L): L[] {
  if (!lines.some((line) => sameLine(line, added))) return [...lines, added]
  return lines.map((line) => (sameLine(line, added) ? { ...added, quantity: line.quantity + added.quantity } : line))
}

/** S4.04: deletes the matching line. */
export const removeLine = <L extends WantedLine>(lines: readonly L[], removed: WantedLine): L[] =>
  lines.filter((line) => !sameLine(line, removed))

/** Two carts as one, by the rule of adding. */
export const mergeLines = <L extends WantedLine>(lines: readonly L[], others: readonly L[]): L[] =>
  others.reduce<L[]>(addLine, [...lines])

/** What a cart keeps of an item of the menu. */
export const cartItemOf = ({ name, price, options }: Item): CartItem => ({
  name,
  price,
  options: options.map(({ optionId, name, choices }) => ({
    optionId,
    name,
    choices: choices.map(({ id, name, priceAdjustment }) => ({ id, name, priceAdjustment })),
  })),
})

const choicesOf = ({ options }: WantedLine) => options.map(({ optionId, choiceId }) => `${optionId} ${choiceId}`)
/** Of wishes a set: the same one twice is one. */
const wishesOf = ({ dietaryRequirements }: WantedLine) => [...new Set(dietaryRequirements)]
const keyOf = (parts: string[]) => JSON.stringify(parts.toSorted())
