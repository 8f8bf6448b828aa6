import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { parametersOf } from '#contract/page-path.ts'
import { Link } from '../kit/link.tsx'
import { FollowedOrder } from './orders/followed-order.tsx'
import { useOrderNow } from './orders/use-order-now.ts'
import './ordering.css'
import './orders/order-screen.css'

const PAGE = '/orders/:id'

/** `/orders/:id`: where an order is, what happened to it, and its receipt. */
export function Screen() {
  const { pathname } = useLocation()
  const orderId = pathname === PAGE ? null : (parametersOf(PAGE, pathname)?.id ?? null)
  // While it is built there is no order yet.
  if (orderId === null) return <Waiting />
  if (!/^[\da-f-]{36}$/i.test(orderId)) return <NoOrder />
  return <Followed key={orderId} orderId={orderId} />
}

function Followed({ orderId }: { orderId: string }) {
  const { answer: order, missing, problem, again, token } = useOrderNow(orderId)
  if (order && !missing) return <FollowedOrder order={order} token={token} problem={problem} again={again} />
  if (missing) return <NoOrder />
  if (!problem) return <Waiting />
  return (
    <div className="message-page">
      <h1>The order could not be loaded</h1>
      <p role="alert">{problem}</p>
      <button type="button" className="button" onClick={again}>
        Try again
      </button>
    </div>
  )
}

function NoOrder() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="message-page">
      <h1 ref={heading} tabIndex={-1}>
        No order of yours here
      </h1>
      <p>
        An order is shown to who placed it. Open it by the link in the mail that we sent you, or log in with the account
        that you ordered with.
      </p>
      <Link className="button" to={`/login?returnTo=${encodeURIComponent(pathname)}`}>
        Log in
      </Link>
      <Link className="order-link" to="/orders">
        Orders that this browser knows
      </Link>
    </div>
  )
}

/** Where the order will be. */
function Waiting() {
  return (
    <div className="tracking">
      <header className="tracking-head" aria-busy="true">
        <p className="tracking-of">Order</p>
        <h1>Your order</h1>
        <p className="tracking-next">Asking the kitchen …</p>
      </header>
    </div>
  )
}
