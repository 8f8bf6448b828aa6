import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/limits.ts'
import { finalOrderStates } from '#contract/order-states.ts'
import { getOrder, listMyOrders, type OrderSummary } from '#contract/ordering.ts'
import { ORDER_POLL_MS } from '#contract/ordering-limits.ts'
import { listReceipts } from '#contract/payments.ts'
import { callForJson } from '../../api/call-api.ts'
import { createStatusCatchHandler } from '../../api/problem.ts'
import { useLiveState } from '../../live/live.ts'
import { callOrderEndpoint } from './orders/order-calls.ts'
import { trackedOrders } from './stored-orders.ts'

/** The keys of the queries of orders. A shorter key matches all keys that begin with the same parts. */
export const orderKeys = {
  list: ['orders'],
  order: (orderId: string) => ['order', orderId],
}

/** The orders are fetched again when the page comes to the foreground, because they may have changed. */
const refetched = { refetchOnWindowFocus: true, refetchOnReconnect: true }

/**
 * The queries about the customer's own orders. Unless the connected hub reports changes, the queries are repeated at
 * `refetchInterval`.
 */
export const orderQueries = {
  /**
   * The orders of a reader's account. For a guest, the orders of the session and the orders whose tokens this browser
   * stores. Without open orders, the list of a guest changes only in this browser, so it is not polled.
   */
  list: (isReader: boolean) =>
    infiniteQueryOptions({
      queryKey: [...orderKeys.list, isReader],
      queryFn: ({ pageParam }) => fetchOrdersPage(pageParam, isReader),
      initialPageParam: { tracked: 0 } as PageStart,
      getNextPageParam: ({ next }) => next,
      select: joinPages,
      refetchInterval: ({ state: { data } }) => (isReader || !data || hasOpenOrders(data) ? MINUTE_MS : false),
      ...refetched,
    }),
  /** An order; null when it does not exist, or the caller may not read it. */
  order: (orderId: string, token: string | null) =>
    queryOptions({
      queryKey: [...orderKeys.order(orderId), 'order', token],
      queryFn: () => callOrderEndpoint(getOrder, orderId, token),
      refetchInterval: ({ state: { data } }) => (data && finalOrderStates.includes(data.state) ? false : ORDER_POLL_MS),
      ...refetched,
    }),
  /** The receipt and credit notes of an order; null when the caller may not read the order. */
  receipts: (orderId: string, token: string | null) =>
    queryOptions({
      queryKey: [...orderKeys.order(orderId), 'receipts', token],
      queryFn: () => callOrderEndpoint(listReceipts, orderId, token),
      refetchInterval: MINUTE_MS,
      ...refetched,
    }),
}

/**
 * Returns the options of a query. While the hub is connected and reports changes of the data, the polling interval is
 * removed.
 * @param isReportedByHub whether the hub reports all changes of the data to this page
 */
export function useLiveAwareQueryOptions<Q extends { refetchInterval?: unknown }>(query: Q, isReportedByHub = true): Q {
  const isLive = useLiveState(({ state }) => state === 'live')
  return isLive && isReportedByHub ? { ...query, refetchInterval: false } : query
}

/**
 * The start of a page of the order list. `cursor` is a position in the orders of the account; null after the last
 * order. `tracked` is an index in the list of tracked orders.
 */
interface PageStart {
  cursor?: string | null
  tracked: number
}

const TRACKED_PER_PAGE = 10

async function fetchOrdersPage({ cursor, tracked }: PageStart, isReader: boolean) {
  const noOrders = { orders: [], damaged: [], next: null }
  const allTracked = isReader ? [] : trackedOrders.read()
  const end = tracked + TRACKED_PER_PAGE
  const [account, ...trackedPage] = await Promise.all([
    // Without a session, the server refuses the list with 401.
    cursor === null
      ? noOrders
      : callForJson(listMyOrders, { query: { cursor } }).catch(createStatusCatchHandler(401, noOrders)),
    ...allTracked.slice(tracked, end).map(({ orderId, token }) =>
      callOrderEndpoint(getOrder, orderId, token)
        // The server may refuse a stored id or token as invalid, with 400.
        .catch(createStatusCatchHandler(400, null))
        // The server answers 500 for an order whose stored data are damaged.
        .catch(createStatusCatchHandler(500, orderId)),
    ),
  ])
  const damagedIds = trackedPage.filter((order) => typeof order === 'string')
  return {
    orders: [
      ...account.orders,
      ...trackedPage.filter((order) => order !== null && typeof order !== 'string'),
    ] as OrderSummary[],
    damaged: [...(account.damaged ?? []), ...damagedIds.map((id) => ({ id }))],
    next: account.next !== null || allTracked.length > end ? { cursor: account.next, tracked: end } : null,
  }
}

const hasOpenOrders = ({ pages }: InfiniteData<Awaited<ReturnType<typeof fetchOrdersPage>>>): boolean =>
  pages.some(({ orders }) => orders.some(({ state }) => !finalOrderStates.includes(state)))

/**
 * Joins the pages of the list, newest order first. An order that is in the session's list and also stored in this
 * browser appears only once, even if it is damaged.
 */
function joinPages({ pages }: InfiniteData<Awaited<ReturnType<typeof fetchOrdersPage>>>) {
  const byId = new Map(pages.flatMap(({ orders }) => orders).map((order) => [order.orderId, order]))
  return {
    orders: [...byId.values()].toSorted((a, b) => b.placedAt - a.placedAt),
    damaged: [...new Map(pages.flatMap(({ damaged }) => damaged).map((row) => [row.id, row])).values()],
  }
}
