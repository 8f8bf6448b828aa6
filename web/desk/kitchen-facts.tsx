import type { Overview as Facts } from '#contract/desk.ts'
import { Link } from '../kit/link.tsx'

/** What the overview says of kitchens and their orders. */
export function KitchenFacts({ kitchens: { pending, openOrders } }: Facts) {
  return (
    <div className="desk-card">
      {pending > 0 && (
        <p>
          <Link to="/desk/kitchens">{pending === 1 ? '1 kitchen waits' : `${pending} kitchens wait`}</Link> to be
          opened.
        </p>
      )}
      {openOrders > 0 && (
        <p>
          <Link to="/desk/orders?filter=open">{openOrders === 1 ? '1 order is' : `${openOrders} orders are`} open</Link>
          .
        </p>
      )}
      {pending + openOrders === 0 && <p className="desk-soft">No kitchen waits for you, and no order is open.</p>}
      <Link className="desk-on" to="/desk/kitchens">
        All kitchens
      </Link>
      <Link className="desk-on" to="/desk/orders">
        All orders
      </Link>
    </div>
  )
}
