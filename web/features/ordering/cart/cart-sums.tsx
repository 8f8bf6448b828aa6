import { formatMoney } from '#contract/money.ts'
import type { Quote, QuoteProblem } from '#contract/ordering.ts'

interface CartSumsProps {
  subtotal: number
  currency: string
  /** Null until the menu is loaded. */
  quote: Quote | null
}

/** Subtotal, delivery fee and total of an order. An address outside the zones has no fee. */
export function CartSums({ subtotal, currency, quote }: CartSumsProps) {
  return (
    <dl className="bill-sums cart-sum">
      <dt>Subtotal</dt>
      <dd>{formatMoney(subtotal, currency)}</dd>
      {quote && (
        <>
          {quote.service === 'delivery' && (
            <>
              <dt>Delivery</dt>
              <dd>{formatDeliveryFee(quote)}</dd>
            </>
          )}
          <dt className="bill-total">Total</dt>
          <dd className="bill-total">{formatMoney(quote.total, currency)}</dd>
        </>
      )}
    </dl>
  )
}

function formatDeliveryFee({ deliveryFee, currency, problems }: Quote): string {
  if (problems.some(({ code }) => code === 'outside_zones')) return 'Not possible'
  return deliveryFee === 0 ? 'Free' : formatMoney(deliveryFee, currency)
}

/** The problems of an order that no line has caused. */
export const QuoteProblems = ({ problems }: { problems: readonly QuoteProblem[] }) =>
  problems.length > 0 && (
    <ul className="note stack cart-problems">
      {problems.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
  )
