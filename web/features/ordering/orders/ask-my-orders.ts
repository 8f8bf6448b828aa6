import type { DamagedRows } from '#contract/damaged-rows.ts'
import { listMyOrders, type OrderSummary } from '#contract/ordering.ts'
import { type Answer, authFetch, FetchFailed } from '../../../api/api.ts'
import { trackedOrders } from '../tracked-orders.ts'
import { fetchOrder } from './ask-order.ts'

/** The orders that somebody has, newest first. */
export interface MyOrders {
  orders: OrderSummary[]
  /** Those that cannot be shown. */
  damaged: DamagedRows
  /** Whether there are older ones. */
  more: boolean
}

/** How many orders whose tokens the browser keeps are asked for at once. */
const TRACKED_PER_PAGE = 10

/** Fetches the first so many pages of the orders of a reader: those of the account. */
export const askOfReader = ofAccount

/** The same of a guest, or of nobody: those of the session, where there is one, and those that this browser knows. */
export async function askOfGuest(pages: number): Promise<MyOrders> {
  const tracked = trackedOrders.read()
  const [own, ...followed] = await Promise.all([
    ofAccount(pages),
    ...tracked
      .slice(0, pages * TRACKED_PER_PAGE)
      .map(({ orderId, token }) => fetchOrder(orderId, token).catch(unlessUnknown)),
  ])
  const all = new Map<string, OrderSummary>()
  for (const order of [...own.orders, ...followed]) if (order) all.set(order.orderId, order)
  return {
    orders: [...all.values()].toSorted((a, b) => b.placedAt - a.placedAt),
    damaged: own.damaged,
    more: own.more || tracked.length > pages * TRACKED_PER_PAGE,
  }
}

async function ofAccount(pages: number): Promise<MyOrders> {
  const orders: OrderSummary[] = []
  const damaged: { id: string }[] = []
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const answer: Answer<typeof listMyOrders> | null = await authFetch(listMyOrders, { query: { cursor } })
    if (!answer?.ok) break
    const { orders: some, damaged: bad = [], next } = await answer.json()
    orders.push(...some)
    damaged.push(...bad)
    cursor = next ?? undefined
    if (!cursor) break
  }
  return { orders, damaged, more: cursor !== undefined }
}

/** What is kept may be anything: an order that the server refuses to look for is none. */
function unlessUnknown(error: unknown): null {
  if (error instanceof FetchFailed && error.response.status === 400) return null
  throw error
}
