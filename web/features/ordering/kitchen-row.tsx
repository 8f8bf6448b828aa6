import type { KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { deliveryFeeOf, subtotalOf } from '#contract/pricing.ts'
import { findDeliveryTerms } from '#contract/quote.ts'
import { Link } from '../../kit/link.tsx'
import { GemStone, gemColours } from '../../look/gem.tsx'
import { countOf, linesOf, useOrder } from './cart/order-store.ts'
import {
  defaultService,
  describeDelivery,
  describeMinimum,
  describeOpening,
  describeReadyTime,
  formatItemCount,
  parsePostcode,
} from './kitchen-text.ts'

/** A kitchen in the list: its opening state, its terms for the postcode, and the customer's cart there. */
export function KitchenRow({ terms, now }: { terms: KitchenTerms; now: number }) {
  const lines = useOrder((state) => linesOf(state, terms.vId))
  const postcode = useOrder((state) => parsePostcode(state.address.postcode))
  const { isOpen, text } = describeOpening(terms, now)
  const subtotal = subtotalOf(lines)
  const fee =
    defaultService(terms) === 'delivery' ? deliveryFeeOf(subtotal, findDeliveryTerms(terms, postcode) ?? terms) : 0
  const minimum = describeMinimum(terms, postcode)
  const address = `/order/${terms.slug}`
  return (
    <li className="kitchen-row" data-open={isOpen || undefined}>
      <svg className="kitchen-gem" viewBox="-14 -18 28 38" width="28" height="38" aria-hidden="true">
        <GemStone size={15} colour={isOpen ? gemColours.emerald : '#8fa3bd'} />
      </svg>
      <div>
        <h2>
          <Link to={address}>{terms.name}</Link>
        </h2>
        {terms.blurb && <p>{terms.blurb}</p>}
        <ul className="order-facts">
          <li className={isOpen ? 'state' : undefined} data-kind="good">
            {text}
          </li>
          <li>{describeDelivery(terms, postcode)}</li>
          {minimum && <li>{minimum}</li>}
          <li>{describeReadyTime(terms, now)}</li>
        </ul>
        {lines.length > 0 && (
          <Link className="button" to={address}>
            {formatItemCount(countOf(lines))}, {formatMoney(subtotal + fee, terms.currency)}, go on
          </Link>
        )}
      </div>
    </li>
  )
}
