import type { KitchenTerms } from '#contract/menu.ts'
import { formatMoney } from '#contract/money.ts'
import { listKitchens } from '#contract/ordering.ts'
import { calculateDeliveryFee, calculateSubtotal } from '#contract/pricing.ts'
import { findDeliveryTerms } from '#contract/quote.ts'
import { callForJson } from '../../api/call-api.ts'
import { RowErrorBoundary } from '../../kit/error-boundary.tsx'
import { Link } from '../../kit/link.tsx'
import { Gem } from '../../look/scene.tsx'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { countPortions, getCartLines, useOrderStore } from './cart/order-store.ts'
import { chooseDefaultService, formatItemCount, getOpeningStatus, parsePostcode } from './kitchen-text.ts'
import { OrderPostcodeField } from './postcode-field.tsx'
import { KitchenFacts, LoadingEntries, OrderingPageHeader } from './shop-parts.tsx'
import { useFetchedData } from './use-fetched-data.ts'
import { useNow } from './use-now.ts'
import '../../ui/ui.css'
import './ordering.css'

/** The screen of `/order`: all kitchens, open ones first. */
export function Screen() {
  const { data, problem, refetch } = useFetchedData('kitchens', () => callForJson(listKitchens), false)
  const now = useNow()
  return (
    <div className="kitchens">
      <OrderingPageHeader
        title="Order food"
        lead="Cooked when you order, brought to your door or kept warm until you come."
      >
        <OrderPostcodeField label="Delivers to you? Your postcode" />
      </OrderingPageHeader>
      <section className="order-body small-headings" aria-label="Kitchens" aria-busy={!data && !problem}>
        {data && <Kitchens kitchens={data.kitchens} now={now} />}
        {!data && !problem && <LoadingEntries text="Loading the kitchens …" count={3} />}
        {problem && (
          <ProblemNote
            text={data ? `This may have changed: ${problem}` : `The kitchens could not be loaded. ${problem}`}
            onRetry={refetch}
          />
        )}
      </section>
    </div>
  )
}

function Kitchens({ kitchens, now }: { kitchens: KitchenTerms[]; now: number }) {
  if (kitchens.length === 0) {
    return (
      <p className="empty order-empty">
        No kitchen takes orders yet. Come back later: this is where the first one will open.
      </p>
    )
  }
  const rank = (terms: KitchenTerms) => {
    try {
      return getOpeningStatus(terms, now).isOpen ? 0 : 1
    } catch {
      // An old browser does not know every time zone. The row of such a kitchen shows an error message.
      return 2
    }
  }
  const sorted = kitchens.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return (
    <ul className="kitchen-rows">
      {sorted.map((terms) => (
        <RowErrorBoundary key={terms.vId}>{() => <KitchenRow terms={terms} now={now} />}</RowErrorBoundary>
      ))}
    </ul>
  )
}

/** A kitchen in the list: its opening state, its terms for the postcode, and the customer's cart at this kitchen. */
function KitchenRow({ terms, now }: { terms: KitchenTerms; now: number }) {
  const lines = useOrderStore((state) => getCartLines(state, terms.vId))
  const postcode = useOrderStore((state) => parsePostcode(state.address.postcode))
  const { isOpen } = getOpeningStatus(terms, now)
  const subtotal = calculateSubtotal(lines)
  const deliveryTerms = chooseDefaultService(terms) === 'delivery' ? findDeliveryTerms(terms, postcode) : null
  const fee = deliveryTerms ? calculateDeliveryFee(subtotal, deliveryTerms) : 0
  const address = `/order/${terms.slug}`
  return (
    <li className="kitchen-row" data-open={isOpen || undefined}>
      <Gem className="kitchen-gem" colour={isOpen ? 'emerald' : 'steel'} />
      <div>
        <h2>
          <Link to={address}>{terms.name}</Link>
        </h2>
        {terms.blurb && <p>{terms.blurb}</p>}
        <ul className="row order-facts">
          <KitchenFacts terms={terms} now={now} />
        </ul>
        {lines.length > 0 && (
          <Link className="button" to={address}>
            {formatItemCount(countPortions(lines))}, {formatMoney(subtotal + fee, terms.currency)}, go on
          </Link>
        )}
      </div>
    </li>
  )
}
