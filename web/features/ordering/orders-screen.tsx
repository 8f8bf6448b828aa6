import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#contract/money.ts'
import { formatRelativeDayTimePhrase } from '#contract/opening-hours.ts'
import { finalOrderStates } from '#contract/order-states.ts'
import type { OrderSummary } from '#contract/ordering.ts'
import { getErrorMessage } from '../../api/problem.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { hasReaderRights, useSession } from '../../api/session.ts'
import { useLiveInvalidation } from '../../api/use-live-invalidation.ts'
import { RowErrorBoundary } from '../../kit/error-boundary.tsx'
import { Link } from '../../kit/link.tsx'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'
import { DamagedRowsNote } from '../../ui/note/damaged-note.tsx'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { OrderAgain } from './orders/order-again.tsx'
import { describePromiseOrState, formatDishList } from './orders/order-text.ts'
import { orderKeys, orderQueries, useLiveAwareQueryOptions } from './queries.ts'
import { OrderingPageHeader } from './shop-parts.tsx'
import { trackedOrders } from './stored-orders.ts'
import { useNow } from './use-now.ts'
import '../../ui/ui.css'
import './ordering.css'
import './orders/order-screen.css'
import { QuietButton } from '../../ui/quiet-button.tsx'

/** The screen of `/orders`: the customer's own orders, open orders first. */
export const Screen = () => (
  <QueryProvider>
    <MyOrders />
  </QueryProvider>
)

function MyOrders() {
  const { user, userReady, isAuthenticated } = useSession()
  const isVisitorKnown = userReady && (user !== null || !isAuthenticated)
  // The hub reports orders of the session's account, but not orders whose tokens this browser stores.
  const query = useLiveAwareQueryOptions(orderQueries.list(hasReaderRights(user)), hasReaderRights(user))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useValueHeldDuringPress(
    useInfiniteQuery({ ...query, enabled: userReady }),
  )
  const problem = getErrorMessage(error)
  const now = useNow()
  useLiveInvalidation(orderKeys.list, 'orderChanged')
  useEffect(() => trackedOrders.subscribe(() => void refetch()), [refetch])
  const list = useRef<HTMLDivElement>(null)
  /** The number of orders that were shown when older ones were requested. */
  const countBefore = useRef(0)
  useEffect(() => {
    if (hasNextPage || countBefore.current === 0 || document.activeElement !== document.body) return
    // The button had the focus and was removed with the last page, so the first older order takes the focus.
    list.current?.querySelectorAll<HTMLElement>('h3 a')[countBefore.current]?.focus()
  }, [hasNextPage])

  function showOlder() {
    if (isFetchingNextPage) return
    countBefore.current = data?.orders.length ?? 0
    fetchNextPage()
  }

  return (
    <div>
      <OrderingPageHeader title="Your orders" lead={introductionFor(isVisitorKnown, hasReaderRights(user))}>
        {isVisitorKnown && !hasReaderRights(user) && (
          <p className="soft">
            <Link className="link-button" to="/login?returnTo=%2Forders">
              Log in
            </Link>
          </p>
        )}
      </OrderingPageHeader>
      <div className="order-body my-orders-list small-headings" ref={list} aria-busy={!data && !problem}>
        {problem && (
          <ProblemNote
            text={data ? `This may have changed: ${problem}` : `Your orders could not be loaded. ${problem}`}
            onRetry={() => refetch()}
          />
        )}
        {data && <DamagedRowsNote rows={data.damaged} kind={['order', 'orders']} />}
        {data && <Orders orders={data.orders} now={now} />}
        {hasNextPage && (
          <QuietButton busy={isFetchingNextPage} onClick={showOlder}>
            {isFetchingNextPage ? 'Loading older orders …' : 'Show older orders'}
          </QuietButton>
        )}
        {!data && !problem && <p className="soft">Looking for your orders …</p>}
      </div>
    </div>
  )
}

function introductionFor(isVisitorKnown: boolean, reader: boolean): string {
  if (!isVisitorKnown) return 'What you have ordered, and where it is.'
  return reader
    ? 'Everything that you have ordered, and where it is.'
    : 'What has been ordered in this browser. Log in to see the orders of your account.'
}

function Orders({ orders, now }: { orders: OrderSummary[]; now: number }) {
  if (orders.length === 0)
    return (
      <div className="empty order-empty">
        <p>You have not ordered anything yet.</p>
        <Link className="link-button" to="/order">
          See who cooks now
        </Link>
      </div>
    )
  const bySection = Map.groupBy(orders, ({ state }) => (finalOrderStates.includes(state) ? 'Earlier' : 'Now'))
  return (['Now', 'Earlier'] as const).map((title) => {
    const section = bySection.get(title)
    return section && <OrderSection key={title} title={title} orders={section} now={now} />
  })
}

function OrderSection({ title, orders, now }: { title: string; orders: OrderSummary[]; now: number }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="list">
        {orders.map((order) => (
          <RowErrorBoundary key={order.orderId}>
            {() => (
              <li>
                <h3>
                  <Link to={`/orders/${order.orderId}`}>{describePromiseOrState(order, now)}</Link>
                </h3>
                <p className="soft">
                  Order {order.number} at {order.vendor.name}, placed{' '}
                  {formatRelativeDayTimePhrase(order.placedAt, order.vendor.timezone, now)}
                </p>
                <p>
                  {formatDishList(order.lines)} ({formatMoney(order.total, order)})
                </p>
                <div className="buttons">
                  <OrderAgain order={order} />
                </div>
              </li>
            )}
          </RowErrorBoundary>
        ))}
      </ul>
    </section>
  )
}
