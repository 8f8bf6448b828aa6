import { useLocation } from 'react-router'
import { readPathParameters } from '#contract/page-path.ts'
import { FailedPage } from '../../ui/layout/message-page.tsx'
import { FollowedOrder } from './orders/followed-order.tsx'
import { NoOrder } from './orders/no-order.tsx'
import { useOrderNow } from './orders/use-order-now.ts'
import { sentFor } from './payment/sent-payments.ts'
import { useReturn } from './payment/use-return.ts'
import '../../ui/ui.css'
import './ordering.css'
import './orders/order-screen.css'

const PAGE = '/orders/:id'

/** `/orders/:id`: where an order is, what happened to it, and its receipt. */
export function Screen() {
  const { pathname } = useLocation()
  const orderId = pathname === PAGE ? null : (readPathParameters(PAGE, pathname)?.id ?? null)
  // While it is built there is no order yet.
  if (orderId === null) return <Waiting />
  if (!/^[\da-f-]{36}$/i.test(orderId)) return <NoOrder />
  return <Followed key={orderId} orderId={orderId} />
}

function Followed({ orderId }: { orderId: string }) {
  const returned = useReturn()
  const { answer, missing, problem, again, token } = useOrderNow(orderId)
  // Sent from this page a moment ago, it is known also where the network is lost.
  const order = answer ?? sentFor(orderId)?.order
  if (order && !missing)
    return <FollowedOrder order={order} token={token} returned={returned} problem={problem} again={again} />
  if (missing) return <NoOrder />
  if (!problem) return <Waiting />
  return <FailedPage title="The order could not be loaded" words={problem} onRetry={again} />
}

/** Where the order will be. */
function Waiting() {
  return (
    <div className="tracking">
      <header className="sky-head tracking-head" aria-busy="true">
        <p className="order-up">Order</p>
        <h1>Your order</h1>
        <p className="lead tracking-next">Asking the kitchen …</p>
      </header>
    </div>
  )
}
