import type { Cart } from './use-cart.ts'

/** What dishes in the cart cost before and cost now, until the customer has seen it; nothing where no price has changed. */
export function PriceChanges({ cart: { prices, seen } }: { cart: Cart }) {
  if (prices.length === 0) return null
  return (
    <div className="note cart-prices">
      <p>{prices.length === 1 ? 'A price has changed:' : 'Prices have changed:'}</p>
      <ul>
        {[...new Set(prices)].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <button type="button" className="link-button" onClick={seen}>
        I have seen what changed
      </button>
    </div>
  )
}
