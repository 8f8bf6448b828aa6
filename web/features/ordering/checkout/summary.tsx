import { lineKey } from '#contract/cart-line.ts'
import type { Quote } from '#contract/ordering.ts'
import { Link } from '../../../kit/link.tsx'
import { CartLineText } from '../cart/cart-line-text.tsx'
import { CartSums, QuoteProblems } from '../cart/cart-sums.tsx'
import { PriceChanges } from '../cart/price-changes.tsx'
import type { Cart } from '../cart/use-cart.ts'

interface SummaryProps {
  slug: string
  cart: Cart
  quote: Quote
}

/** The lines, the sums and the problems of the order. */
export function Summary({ slug, cart, quote }: SummaryProps) {
  const { currency } = quote
  const problems = quote.problems.filter(({ code, line }) => line === undefined && code !== 'outside_zones')
  const listLineProblems = (at: number) =>
    quote.problems.filter(({ line }) => line === at).map(({ message }) => message)
  return (
    <>
      <h2>Your order</h2>
      <div role="status">
        <PriceChanges cart={cart} />
      </div>
      <ul className="list cart-lines">
        {cart.lines.map((line, at) => (
          <li key={lineKey(line)}>
            <CartLineText
              line={line}
              name={`${line.quantity} × ${line.item.name}`}
              currency={currency}
              problems={[...new Set([...(cart.notes[at] ?? []), ...listLineProblems(at)])]}
            />
          </li>
        ))}
      </ul>
      <Link className="tall-link" to={`/order/${slug}`}>
        Change the order
      </Link>
      <CartSums subtotal={quote.subtotal} currency={currency} quote={quote} />
      <QuoteProblems problems={problems} />
    </>
  )
}
