import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { formatOpeningTime } from '#contract/opening-hours.ts'
import { finalOrderStates } from '#contract/order-states.ts'
import type { OrderSummary } from '#contract/ordering.ts'
import { isReader, useSession } from '../../api/session.ts'
import { Row } from '../../kit/error-boundary.tsx'
import { Link } from '../../kit/link.tsx'
import { onLive } from '../../live/live.ts'
import { KitchenScene } from '../../look/scenes/kitchen-scene.tsx'
import { DamagedNote } from '../../ui/note/damaged-note.tsx'
import { askOfGuest, askOfReader } from './orders/ask-my-orders.ts'
import { OrderAgain } from './orders/order-again.tsx'
import { dishesOf, promiseOf } from './orders/order-words.ts'
import { trackedOrders } from './tracked-orders.ts'
import { useAskedBy } from './use-asked.ts'
import { useNow } from './use-now.ts'
import '../../ui/ui.css'
import './ordering.css'
import './orders/order-screen.css'

/** `/orders`: what somebody has ordered, with what is on its way on top. */
export function Screen() {
  const user = useSession((state) => state.user)
  const userReady = useSession((state) => state.userReady)
  const [pages, setPages] = useState(1)
  const { answer, problem, again } = useAskedBy(
    userReady ? `${pages} ${isReader(user)}` : null,
    () => (isReader(user) ? askOfReader(pages) : askOfGuest(pages)),
    MINUTE_MS,
  )
  const now = useNow()

  useEffect(() => {
    const end = onLive('orderChanged', again)
    const endTracked = trackedOrders.subscribe(again)
    return () => {
      end()
      endTracked()
    }
  }, [again])

  return (
    <div className="my-orders">
      <header className="sky-head order-head">
        <div>
          <h1>Your orders</h1>
          <p className="lead">{whose(userReady, isReader(user))}</p>
          {userReady && !isReader(user) && (
            <p className="soft">
              <Link className="link-button" to="/login?returnTo=%2Forders">
                Log in
              </Link>
            </p>
          )}
        </div>
        <KitchenScene className="order-scene" />
      </header>
      <div className="order-body my-orders-list" aria-busy={!answer && !problem}>
        {problem && (
          <div className="note order-problem" role="alert">
            <p>{answer ? `This may have changed: ${problem}` : `Your orders could not be loaded. ${problem}`}</p>
            <button type="button" className="quiet-button" onClick={again}>
              Try again
            </button>
          </div>
        )}
        {answer && <DamagedNote rows={answer.damaged} kind={['order', 'orders']} />}
        {answer && <Orders orders={answer.orders} now={now} />}
        {answer?.more && (
          <button type="button" className="quiet-button" onClick={() => setPages(pages + 1)}>
            Show older orders
          </button>
        )}
        {!answer && !problem && <p className="soft">Looking for your orders …</p>}
      </div>
    </div>
  )
}

function whose(userReady: boolean, reader: boolean): string {
  if (!userReady) return 'What you have ordered, and where it is.'
  return reader
    ? 'Everything that you have ordered, and where it is.'
    : 'What has been ordered in this browser. Log in to see the orders of your account.'
}

function Orders({ orders, now }: { orders: OrderSummary[]; now: number }) {
  const isOpen = ({ state }: OrderSummary) => !finalOrderStates.includes(state)
  const [open, past] = [orders.filter(isOpen), orders.filter((order) => !isOpen(order))]
  if (orders.length === 0)
    return (
      <div className="empty order-empty">
        <p>You have not ordered anything yet.</p>
        <Link className="link-button" to="/order">
          See who cooks now
        </Link>
      </div>
    )
  return (
    <>
      {open.length > 0 && <Part title="Now" orders={open} now={now} />}
      {past.length > 0 && <Part title="Earlier" orders={past} now={now} />}
    </>
  )
}

function Part({ title, orders, now }: { title: string; orders: OrderSummary[]; now: number }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="list my-orders-rows">
        {orders.map((order) => (
          <Row key={order.orderId}>
            {() => (
              <li>
                <h3>
                  <Link to={`/orders/${order.orderId}`}>{promiseOf(order, now)}</Link>
                </h3>
                <p className="soft">
                  Order {order.number} at {order.vendor.name}, placed{' '}
                  {formatOpeningTime(order.placedAt, order.vendor.timezone, now)}
                </p>
                <p>
                  {dishesOf(order.lines)} ({formatMoney(order.total, order)})
                </p>
                <div className="buttons">
                  <OrderAgain order={order} />
                </div>
              </li>
            )}
          </Row>
        ))}
      </ul>
    </section>
  )
}
