import { type CartLine, removeRepeatedChoices } from './cart-line.ts'
import { AMOUNT_MAX_MINOR_UNITS } from './ordering-limits.ts'

/** The price of delivery, in minor units. */
export interface DeliveryFeeTerms {
  deliveryFee: number
  /** The subtotal from which delivery is free; null when delivery is never free, 0 when delivery is always free. */
  deliveryFreeOrdersOver: number | null
}

/** The part of a menu item or cart item that determines its price. */
interface PricedItem {
  price: number
  options: readonly { min: number; max: number; choices: readonly { priceAdjustment: number }[] }[]
}

/**
 * Returns the price of an item with its cheapest and with its most expensive valid choices, in minor units. Choices are
 * valid when each option has `min` to `max` different choices. A negative price means that the kitchen has entered
 * wrong adjustments.
 */
export function calculatePriceRange({ price, options }: PricedItem): { cheapest: number; dearest: number } {
  let [cheapest, dearest] = [price, price]
  for (const { min, max, choices } of options) {
    const rising = choices.map(({ priceAdjustment }) => priceAdjustment).toSorted((a, b) => a - b)
    // Adds the first `min` choices, which are required. Adds further choices only when they make the lowest price
    // lower, or the highest price higher.
    const sum = (sorted: number[], counts: (adjustment: number) => boolean) =>
      sorted.slice(0, max).reduce((total, value, at) => (at < min || counts(value) ? total + value : total), 0)
    cheapest += sum(rising, (adjustment) => adjustment < 0)
    dearest += sum(rising.toReversed(), (adjustment) => adjustment > 0)
  }
  return { cheapest, dearest }
}

/**
 * Returns a sentence for the kitchen that says why the item cannot have these prices; empty when the prices are valid.
 */
export function describeItemPriceProblem(item: PricedItem): string {
  const { cheapest, dearest } = calculatePriceRange(item)
  if (item.price < 0 || cheapest < 0) return 'A price must not be below zero, with every choice that can be made.'
  return dearest > AMOUNT_MAX_MINOR_UNITS
    ? 'With its dearest choices this dish costs more than any order can. Lower a price.'
    : ''
}

/**
 * Returns the unit price of a line in minor units: the price plus the chosen adjustments (S9.03). A repeated choice
 * counts once, and an unknown choice costs nothing. The result is never negative and never less than the price with the
 * cheapest valid choices.
 */
export function calculateUnitPrice({ item, options }: Pick<CartLine, 'item' | 'options'>): number {
  const adjustments = removeRepeatedChoices(options).map(
    ({ optionId, choiceId }) =>
      item.options.find((option) => option.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
        ?.priceAdjustment ?? 0,
  )
  const price = adjustments.reduce((sum, adjustment) => sum + adjustment, item.price)
  return Math.max(price, calculatePriceRange(item).cheapest, 0)
}

/** Returns the price of all portions of a line, in minor units; never negative. */
export const calculateLineTotal = (line: Pick<CartLine, 'item' | 'options' | 'quantity'>): number =>
  calculateUnitPrice(line) * Math.max(line.quantity, 0)

/** Returns the subtotal: Σ (price + chosen adjustments) × quantity (S9.03). */
export const calculateSubtotal = (lines: readonly Pick<CartLine, 'item' | 'options' | 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + calculateLineTotal(line), 0)

/** Returns the delivery fee: 0 when the subtotal reaches the threshold for free delivery (S9.03). */
export const calculateDeliveryFee = (
  subtotal: number,
  { deliveryFee, deliveryFreeOrdersOver }: DeliveryFeeTerms,
): number => (deliveryFreeOrdersOver !== null && subtotal >= deliveryFreeOrdersOver ? 0 : deliveryFee)
