import type { CartLine } from '#contract/cart-line.ts'

const burgers = { vId: 'burgers', slug: 'burgers', name: 'Burgers', currency: 'GBP' }
/** The terms of a kitchen, as the order store keeps them. The next kitchen has the same delivery terms. */
export const burgerKitchenTerms = { ...burgers, deliveryFee: 250, deliveryFreeOrdersOver: 2500 }
export const sushiKitchenTerms = { ...burgerKitchenTerms, vId: 'sushi', slug: 'sushi', name: 'Sushi' }
const size = { optionId: 'size', name: 'Size', min: 0, max: 2, choices: ['single', 'double'].map(choiceOf) }
const sauces = { optionId: 'sauces', name: 'Sauces', min: 0, max: 2, choices: ['mint', 'chilli'].map(choiceOf) }

function choiceOf(id: string) {
  return { id, name: id, priceAdjustment: 0 }
}

/** Builds a line of a cart. Carts of both kitchens can contain the line. */
export function buildCartLine({
  itemId = 'smash',
  quantity = 1,
  choices = [] as [string, string][],
  dietaryRequirements = [] as string[],
} = {}) {
  const line: CartLine = {
    itemId,
    quantity,
    dietaryRequirements,
    options: choices.map(([optionId, choiceId]) => ({ optionId, choiceId })),
    item: { name: itemId, price: 950, options: [size, sauces] },
  }
  return line
}
