import type { Kitchen } from '#contract/menu.ts'
import { Link } from '../../../kit/link.tsx'
import { KitchenScene } from '../../../look/scenes/kitchen-scene.tsx'
import { useOrder } from '../cart/order-store.ts'
import { deliveryWords, knownPostcode, minimumWords, openingOf, readyWords } from '../kitchen-words.ts'

/** Whose menu it is, and what it promises. */
export function MenuHead({ kitchen, now }: { kitchen: Kitchen | null; now: number }) {
  const postcode = useOrder((state) => knownPostcode(state.address.postcode))
  const opening = kitchen && openingOf(kitchen.terms, now)
  const minimum = kitchen && minimumWords(kitchen.terms, postcode)
  return (
    <header className="sky-head order-head">
      <div>
        <p className="order-up">
          <Link className="tall-link" to="/order">
            All kitchens
          </Link>
        </p>
        <h1>{kitchen?.terms.name ?? 'Menu'}</h1>
        {kitchen?.terms.blurb && <p className="lead">{kitchen.terms.blurb}</p>}
        <ul className="order-facts">
          {kitchen && opening && (
            <>
              <li className={opening.open ? 'state' : undefined} data-kind="good">
                {opening.words}
              </li>
              <li>{deliveryWords(kitchen.terms, postcode)}</li>
              {minimum && <li>{minimum}</li>}
              <li>{readyWords(kitchen.terms, now)}</li>
            </>
          )}
        </ul>
      </div>
      <KitchenScene className="order-scene" />
    </header>
  )
}
