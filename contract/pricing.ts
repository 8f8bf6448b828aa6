import { type CartLine, distinctChoices } from './cart-line.ts'
import { MONEY_MAX } from './ordering-limits.ts'

/** What delivery costs, in minor units. */
export interface DeliveryTerms {
  deliveryFee: number
  /** Null is never free, 0 always. */
  deliveryFreeOrdersOver: number | null
}

/** What is needed of an item to price it; items of menus and of carts both have it. */
interface PricedItem {
  price: number
  options: readonly { min: number; max: number; choices: readonly { priceAdjustment: number }[] }[]
}

/**
 * Returns the prices of an item with its cheapest and with its dearest valid choices, in minor units. Choices are valid
 * when each option has `min` to `max` different ones. The cheapest price is below zero when the menu is wrong.
 */
export function priceRangeOf({ price, options }: PricedItem): { cheapest: number; dearest: number } {
  let [cheapest, dearest] = [price, price]
  for (const { min, max, choices } of options) {
    const rising = choices.map(({ priceAdjustment }) => priceAdjustment).toSorted((a, b) => a - b)
    // The required choices, and of the others only those that move the price in the same direction.
    const sum = (sorted: number[], counts: (adjustment: number) => boolean) =>
      sorted.slice(0, max).reduce((total, value, at) => (at < min || counts(value) ? total + value : total), 0)
    cheapest += sum(rising, (adjustment) => adjustment < 0)
    dearest += sum(rising.toReversed(), (adjustment) => adjustment > 0)
  }
  return { cheapest, dearest }
}

/** Returns why an item cannot have these prices, as a sentence for its kitchen; empty when it can. */
export function findPriceProblem(item: PricedItem): string {
  const { cheapest, dearest } = priceRangeOf(item)
  if (item.price < 0 || cheapest < 0) return 'A price must not be below zero, with every choice that can be made.'
  return dearest > MONEY_MAX ? 'With its dearest choices this dish costs more than any order can. Lower a price.' : ''
}

/**
 * Returns the price of one portion of a line, in minor units: S9.03, price + chosen adjustments. A repeated choice counts
 * once, and a choice that the item does not have costs nothing. The result is never below zero, nor below the price with
 * the cheapest valid choices, whatever the line holds.
 */
export function unitPriceOf({ item, options }: Pick<CartLine, 'item' | 'options'>): number {
  const adjustments = distinctChoices(options).map(
    ({ optionId, choiceId }) =>
      item.options.find((option) => option.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
        ?.priceAdjustment ?? 0,
  )
  const price = adjustments.reduce((sum, adjustment) => sum + adjustment, item.price)
  return Math.max(price, priceRangeOf(item).cheapest, 0)
}

/** Returns the price of all portions of a line, in minor units; never below zero. */
export const lineTotalOf = (line: Pick<CartLine, 'item' | 'options' | 'quantity'>): number =>
  unitPriceOf(line) * Math.max(line.quantity, 0)

/** S9.03: Σ (price + chosen adjustments) × quantity. */
export const subtotalOf = (lines: readonly Pick<CartLine, 'item' | 'options' | 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + lineTotalOf(line), 0)

/** S9.03: delivery is free from the threshold on. */
export const deliveryFeeOf = (subtotal: number, { deliveryFee, deliveryFreeOrdersOver }: DeliveryTerms): number =>
  deliveryFreeOrdersOver !== null && subtotal >= deliveryFreeOrdersOver ? 0 : deliveryFee
