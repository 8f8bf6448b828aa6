import type { KitchenTerms } from '#contract/menu.ts'
import { useOrder } from './cart/order-store.ts'
import { describeDelivery, describeMinimum, describeOpening, describeReadyTime, parsePostcode } from './kitchen-text.ts'

/** The opening state of a kitchen, its terms for the postcode, and how long it cooks. */
export function KitchenFacts({ terms, now }: { terms: KitchenTerms; now: number }) {
  const postcode = useOrder((state) => parsePostcode(state.address.postcode))
  const { isOpen, text } = describeOpening(terms, now)
  const minimum = describeMinimum(terms, postcode)
  return (
    <>
      <li className={isOpen ? 'state' : undefined} data-kind="good">
        {text}
      </li>
      <li>{describeDelivery(terms, postcode)}</li>
      {minimum && <li>{minimum}</li>}
      <li>{describeReadyTime(terms, now)}</li>
    </>
  )
}

/** Stands for entries that are being loaded. */
export const LoadingEntries = ({ text, count }: { text: string; count: number }) => (
  <div className="stack order-waiting">
    <p className="visually-hidden">{text}</p>
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="skeleton" />
    ))}
  </div>
)
