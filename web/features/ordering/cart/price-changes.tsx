import { LinkButton } from '../../../ui/link-button.tsx'
import type { Cart } from './use-cart.ts'

/** The old and new prices of dishes in the cart, until the customer confirms that they are seen. */
export function PriceChanges({ cart: { priceChanges, markSeen } }: { cart: Cart }) {
  if (priceChanges.length === 0) return null
  return (
    <div className="note cart-prices">
      <p>{priceChanges.length === 1 ? 'A price has changed:' : 'Prices have changed:'}</p>
      <ul>
        {[...new Set(priceChanges)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <LinkButton onClick={markSeen}>I have seen what changed</LinkButton>
    </div>
  )
}
