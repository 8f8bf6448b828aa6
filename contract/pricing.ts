import type { CartLine } from './cart-line.ts'

/** What delivery costs, in minor units. */
export interface DeliveryTerms {
  deliveryFee: number
  /** Null is never free, 0 always. */
  deliveryFreeOrdersOver: number | null
}

/** The price of one of a line's items, with the adjustments of the choices taken; a choice that the item has not costs nothing. */
export function unitPriceOf({ item, options }: Pick<CartLine, 'item' | 'options'>): number {
  const adjustments = options.map(
    ({ optionId, choiceId }) =>
      item.options.find((option) => option.optionId === optionId)?.choices.find(({ id }) => id === choiceId)
        ?.priceAdjustment ?? 0,
  )
  return adjustments.reduce((sum, adjustment) => sum + adjustment, item.price)
}

/** S9.03: Σ (price + chosen adjustments) × quantity. */
export const subtotalOf = (lines: readonly Pick<CartLine, 'item' | 'options' | 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + unitPriceOf(line) * line.quantity, 0)

/** S9.03: delivery is free from the threshold on. */
export const deliveryFeeOf = (subtotal: number, { deliveryFee, deliveryFreeOrdersOver }: DeliveryTerms): number =>
  deliveryFreeOrdersOver !== null && subtotal >= deliveryFreeOrdersOver ? 0 : deliveryFee
