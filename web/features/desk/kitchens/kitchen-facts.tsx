import type { Overview as Facts } from '#contract/desk.ts'
import { Link } from '../../../kit/link.tsx'

/** The overview's card about kitchens, orders and payments. */
export function KitchenFacts({ kitchens: { pending, openOrders, paymentAlerts } }: Facts) {
  return (
    <div className="card">
      {paymentAlerts > 0 && (
        <p>
          <Link to="/desk/payments">
            {paymentAlerts === 1 ? '1 alert about a payment' : `${paymentAlerts} alerts about payments`}
          </Link>{' '}
          {paymentAlerts === 1 ? 'has' : 'have'} not been seen.
        </p>
      )}
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
      {pending + openOrders + paymentAlerts === 0 && (
        <p className="soft">No kitchen waits for you, and no order is open.</p>
      )}
      <Link className="tall-link" to="/desk/kitchens">
        All kitchens
      </Link>
      <Link className="tall-link" to="/desk/orders">
        All orders
      </Link>
      <Link className="tall-link" to="/desk/payments">
        All payments
      </Link>
    </div>
  )
}
