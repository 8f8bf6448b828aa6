import type { CartLine } from '#contract/cart-line.ts'
import type { Carts, StoredOrder } from '../cart/stored-order.ts'

/** By how much finer ISO 4217 counts than carts did that were kept before it (server/db/migrations/0008-currency-digits.ts). */
const hundredfold = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'
const factorOf = (currency = 'none'): number => (hundredfold.includes(currency) ? 100 : currency === 'IQD' ? 1_000 : 1)

/** Returns what version 1 of the order store has kept, with the same prices in today's minor units. */
export function convertEarlierPrices(order: StoredOrder): StoredOrder {
  return {
    ...order,
    ...convertCarts(order),
    setAside: Object.fromEntries(Object.entries(order.setAside).map(([id, carts]) => [id, convertCarts(carts)])),
  }
}

function convertCarts<C extends Carts>(carts: C): C {
  const lines = Object.entries(carts.itemsByVendor).map(([vId, cart]) => {
    const factor = factorOf(carts.kitchens[vId]?.currency)
    return [vId, cart.map((line) => multiplied(line, factor))] as const
  })
  return { ...carts, itemsByVendor: Object.fromEntries(lines) }
}

const multiplied = (line: CartLine, factor: number): CartLine => ({
  ...line,
  item: {
    ...line.item,
    price: line.item.price * factor,
    options: line.item.options.map((option) => ({
      ...option,
      choices: option.choices.map((choice) => ({ ...choice, priceAdjustment: choice.priceAdjustment * factor })),
    })),
  },
})
