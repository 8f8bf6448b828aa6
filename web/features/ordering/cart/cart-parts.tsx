import { useLocation } from 'react-router'
import type { CartLine } from '#contract/cart-line.ts'
import { formatMoney } from '#contract/money.ts'
import type { Quote, QuoteProblem } from '#contract/ordering.ts'
import { calculateLineTotal } from '#contract/pricing.ts'
import { Link } from '../../../kit/link.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { Cart } from './use-cart.ts'

interface CartLineTextProps {
  line: CartLine
  name: string
  currency: string
  problems: readonly string[]
}

export function CartLineText({ line, name, currency, problems }: CartLineTextProps) {
  const choices = line.options.flatMap(({ optionId, choiceId }) => {
    const option = line.item.options.find((other) => other.optionId === optionId)
    return option?.choices.find(({ id }) => id === choiceId)?.name ?? []
  })
  const details = [...choices, ...line.dietaryRequirements].join(', ')
  return (
    <>
      <span className="cart-name">{name}</span>
      <span className="cart-price">{formatMoney(calculateLineTotal(line), currency)}</span>
      {details && <small className="soft cart-details">{details}</small>}
      {problems.map((problem) => (
        <p key={problem} className="state cart-note" data-kind="grave">
          {problem}
        </p>
      ))}
    </>
  )
}

/** Lists the old and new prices of dishes in the cart, until the customer confirms the new prices. */
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
      <TextButton onClick={markSeen}>I have seen what changed</TextButton>
    </div>
  )
}

interface CartSumsProps {
  subtotal: number
  currency: string
  /** The quote of the order; null until the menu is loaded. */
  quote: Quote | null
}

/** The subtotal, delivery fee and total of an order. The fee is left out for an address outside the delivery zones. */
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

/** Says that the order is kept with the account. Shown when the session has ended on this page. */
export function KeptOrderNote({ kitchenName }: { kitchenName: string }) {
  const { pathname } = useLocation()
  return (
    <p role="alert">
      You are logged out. Your order from {kitchenName} is kept with your account.{' '}
      <Link to={`/login?returnTo=${encodeURIComponent(pathname)}`}>Log in</Link> to go on with it.
    </p>
  )
}

/** The problems of an order that do not belong to a single line. */
export const OrderLevelProblems = ({ problems }: { problems: readonly QuoteProblem[] }) =>
  problems.length > 0 && (
    <ul className="note stack cart-problems">
      {problems.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
