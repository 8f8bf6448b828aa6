import type { KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { deliveryFeeOf, subtotalOf } from '#contract/pricing.ts'
import { findDeliveryTerms } from '#contract/quote.ts'
import { Link } from '../../kit/link.tsx'
import { GemStone, gemColours } from '../../look/gem.tsx'
import { countOf, linesOf, useOrder } from './cart/order-store.ts'
import {
  deliveryWords,
  itemsWords,
  knownPostcode,
  minimumWords,
  openingOf,
  readyWords,
  usualService,
} from './kitchen-words.ts'

/** One kitchen: whether it is open, what it asks for delivery there, and the order that has been begun with it. */
export function KitchenRow({ terms, now }: { terms: KitchenTerms; now: number }) {
  const lines = useOrder((state) => linesOf(state, terms.vId))
  const postcode = useOrder((state) => knownPostcode(state.address.postcode))
  const { open, words } = openingOf(terms, now)
  const subtotal = subtotalOf(lines)
  const fee =
    usualService(terms) === 'delivery' ? deliveryFeeOf(subtotal, findDeliveryTerms(terms, postcode) ?? terms) : 0
  const minimum = minimumWords(terms, postcode)
  const address = `/order/${terms.slug}`
  return (
    <li className="kitchen-row" data-open={open || undefined}>
      <svg className="kitchen-gem" viewBox="-14 -18 28 38" width="28" height="38" aria-hidden="true">
        <GemStone size={15} colour={open ? gemColours.emerald : '#8fa3bd'} />
      </svg>
      <div className="kitchen-row-words">
        <h2>
          <Link to={address}>{terms.name}</Link>
        </h2>
        {terms.blurb && <p>{terms.blurb}</p>}
        <ul className="order-facts">
          <li className={open ? 'state' : undefined} data-kind="good">
            {words}
          </li>
          <li>{deliveryWords(terms, postcode)}</li>
          {minimum && <li>{minimum}</li>}
          <li>{readyWords(terms, now)}</li>
        </ul>
        {lines.length > 0 && (
          <Link className="button" to={address}>
            {itemsWords(countOf(lines))}, {formatMoney(subtotal + fee, terms.currency)}, go on
          </Link>
        )}
      </div>
    </li>
  )
}
