import { lineKey } from '#contract/cart-line.ts'
import { formatMoney } from '#contract/money.ts'
import type { Quote } from '#contract/ordering.ts'
import { lineTotalOf } from '#contract/pricing.ts'
import { Link } from '../../../kit/link.tsx'
import { CartSums } from '../cart/cart-sums.tsx'
import { PriceChanges } from '../cart/price-changes.tsx'
import type { Cart } from '../cart/use-cart.ts'
import { LineDetails } from '../line-details.tsx'

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
            <span className="cart-name">
              {line.quantity} × {line.item.name}
            </span>
            <span className="cart-price">{formatMoney(lineTotalOf(line), currency)}</span>
            <LineDetails line={line} />
            {[...new Set([...(cart.notes[at] ?? []), ...listLineProblems(at)])].map((note) => (
              <p key={note} className="state cart-note" data-kind="grave">
                {note}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <Link className="tall-link" to={`/order/${slug}`}>
        Change the order
      </Link>
      <CartSums subtotal={quote.subtotal} currency={currency} quote={quote} />
      {problems.length > 0 && (
        <ul className="note stack cart-problems">
          {problems.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
    </>
  )
}
