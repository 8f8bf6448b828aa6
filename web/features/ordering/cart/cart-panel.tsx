import type { Kitchen } from '#contract/menu.ts'
import { describeAmountToFreeDelivery, findDeliveryTerms } from '#contract/quote.ts'
import { Link } from '../../../kit/link.tsx'
import { formatItemCount, parsePostcode } from '../kitchen-text.ts'
import { OrderPostcodeField } from '../postcode-field.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartSums, KeptOrderNote, OrderLevelProblems } from './cart-parts.tsx'
import { countPortions, useOrderStore } from './order-store.ts'
import type { Cart } from './use-cart.ts'

/** The cart of a kitchen: its lines, its totals, its problems, and the link to the checkout. */
export function CartPanel({ slug, kitchen, cart }: { slug: string | null; kitchen: Kitchen | null; cart: Cart }) {
  const { lines, quote, subtotal, currency } = cart
  const problems = (quote?.problems ?? []).filter(({ code, line }) => line === undefined && code !== 'empty')
  return (
    <div className="cart small-headings">
      <h2>Your order</h2>
      <CartLines cart={cart} />
      {cart.isKept && kitchen && <KeptOrderNote kitchenName={kitchen.terms.name} />}
      {lines.length > 0 && currency !== null && (
        <>
          {kitchen && quote?.service === 'delivery' && <FreeDelivery kitchen={kitchen} subtotal={subtotal} />}
          <CartSums subtotal={subtotal} currency={currency} quote={quote} />
          {quote?.service === 'delivery' && <OrderPostcodeField label="Postcode for delivery" />}
        </>
      )}
      <OrderLevelProblems problems={problems} />
      {lines.length > 0 && slug !== null && (
        <Link className="button form-submit cart-go" to={`/order/${slug}/checkout`}>
          Go to checkout
        </Link>
      )}
      <OtherCarts slug={slug} />
    </div>
  )
}

function FreeDelivery({ kitchen: { terms }, subtotal }: { kitchen: Kitchen; subtotal: number }) {
  const postcode = useOrderStore((state) => parsePostcode(state.address.postcode))
  const deliveryTerms = findDeliveryTerms(terms, postcode)
  const hint = deliveryTerms && describeAmountToFreeDelivery(subtotal, deliveryTerms, terms.currency)
  if (!hint || !deliveryTerms?.deliveryFreeOrdersOver) return null
  return (
    <div className="cart-free">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="cart-meter" width={(100 * subtotal) / deliveryTerms.deliveryFreeOrdersOver} height="8" />
      </svg>
      <p>{hint}</p>
    </div>
  )
}

/** Links to the carts of other kitchens. */
function OtherCarts({ slug }: { slug: string | null }) {
  const { itemsByVendor, kitchens } = useOrderStore()
  return Object.entries(itemsByVendor).map(([vId, lines]) => {
    const kitchen = kitchens[vId]
    if (!kitchen || kitchen.slug === slug) return null
    return (
      <p key={vId} className="cart-other">
        You also have an order at <Link to={`/order/${kitchen.slug}`}>{kitchen.name}</Link> (
        {formatItemCount(countPortions(lines))}).
      </p>
    )
  })
}
