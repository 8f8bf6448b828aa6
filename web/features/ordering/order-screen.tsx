import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { orderStateLabels } from '#contract/order-states.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { setDocumentTitle } from '../../kit/head.ts'
import { usePathParameter } from '../../kit/use-path-parameter.ts'
import { LoadFailedPage } from '../../ui/layout/message-page.tsx'
import { NoOrder } from './missing-pages.tsx'
import { isOrderId } from './orders/order-calls.ts'
import { OrderTracking } from './orders/order-tracking.tsx'
import { useOrderQuery } from './orders/use-order-query.ts'
import { sentPaymentResultsByOrderId } from './payment/sent-payments.ts'
import { orderQueries } from './queries.ts'
import { removeResolvedUnpaidOrder } from './stored-orders.ts'
import '../../ui/ui.css'
import './ordering.css'
import './orders/order-screen.css'

/** The screen of `/orders/:id`: the state of an order, its events, and its receipt. */
export function Screen() {
  const orderId = usePathParameter('/orders/:id', 'id')
  // The page is prerendered without an order.
  if (orderId === null) return <LoadingOrder />
  if (!isOrderId(orderId)) return <NoOrder />
  return (
    <QueryProvider>
      <CurrentOrder key={orderId} orderId={orderId} />
    </QueryProvider>
  )
}

function CurrentOrder({ orderId }: { orderId: string }) {
  const isBackFromBank = useBankParameters()
  const { data, problem, refetch, token } = useOrderQuery(orderId, orderQueries.order)

  useEffect(() => {
    if (!data) return
    removeResolvedUnpaidOrder(data)
    setDocumentTitle(`${orderStateLabels[data.state]} - order ${data.number}`)
  }, [data])

  if (data === null) return <NoOrder />
  // If the payment of the order was sent since the page was loaded, the order is known and can be shown without a
  // connection.
  const order = data ?? sentPaymentResultsByOrderId.get(orderId)?.order
  if (order) return <OrderTracking {...{ order, token, isBackFromBank, problem }} refetch={refetch} />
  if (!problem) return <LoadingOrder />
  return <LoadFailedPage title="The order could not be loaded" text={problem} onRetry={refetch} />
}

/** The parameters that the payment provider adds to the URL when a customer returns from the bank's page. */
const providerParameters = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'] as const

/**
 * Removes the payment provider's parameters from the URL and the history. The parameters are not trusted: the result of
 * a payment comes from the server.
 * @returns whether the customer has returned from the bank's page
 */
function useBankParameters(): boolean {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [isBackFromBank] = useState(() => new URLSearchParams(search).has('payment_intent'))
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!providerParameters.some((name) => query.has(name))) return
    for (const name of providerParameters) query.delete(name)
    navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
  return isBackFromBank
}

function LoadingOrder() {
  return (
    <div className="tracking">
      <header className="sky-head tracking-head" aria-busy="true">
        <p className="order-up">Order</p>
        <h1>Your order</h1>
        <p className="lead tracking-next screen-only">Asking the kitchen …</p>
      </header>
    </div>
  )
}
