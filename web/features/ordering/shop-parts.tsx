import { picture } from 'virtual:scene/kitchen'
import type { ReactNode } from 'react'
import type { KitchenTerms } from '#contract/menu.ts'
import { Link } from '../../kit/link.tsx'
import { Scene } from '../../look/scene.tsx'
import { useOrderStore } from './cart/order-store.ts'
import {
  describeDeliveryFee,
  describeMinimumOrder,
  describePreparationTime,
  getOpeningStatus,
  parsePostcode,
} from './kitchen-text.ts'

export function KitchenFacts({ terms, now }: { terms: KitchenTerms; now: number }) {
  const postcode = useOrderStore((state) => parsePostcode(state.address.postcode))
  const { isOpen, text } = getOpeningStatus(terms, now)
  const minimum = describeMinimumOrder(terms, postcode)
  return (
    <>
      <li className={isOpen ? 'state' : undefined} data-kind="good">
        {text}
      </li>
      <li>{describeDeliveryFee(terms, postcode)}</li>
      {minimum && <li>{minimum}</li>}
      <li>{describePreparationTime(terms, now)}</li>
    </>
  )
}

export const LoadingEntries = ({ text, count }: { text: string; count: number }) => (
  <div className="stack order-waiting">
    <p className="visually-hidden">{text}</p>
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="skeleton" />
    ))}
  </div>
)

interface OrderHeadProps {
  title: string
  lead?: string | undefined
  /** A link to the page one level above. */
  up?: { to: string; text: string }
  hasScene?: boolean
  children: ReactNode
}

export const OrderingPageHeader = ({ title, lead, up, hasScene = true, children }: OrderHeadProps) => (
  <header className="sky-head order-head">
    <div>
      {up && (
        <p className="order-up">
          <Link className="tall-link" to={up.to}>
            {up.text}
          </Link>
        </p>
      )}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
    {hasScene && <Scene picture={picture} className="order-scene" />}
  </header>
)
