import { useEffect, useState } from 'react'
import { finalOrderStates, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { ORDER_POLL_MS } from '#contract/ordering-limits.ts'
import { useSession } from '../../../api/session.ts'
import { nameDocument } from '../../../kit/head.ts'
import { seeOrder } from '../payment/unpaid-orders.ts'
import { type Asked, useAskedBy } from '../use-asked.ts'
import { fetchOrder } from './ask-order.ts'
import { useOrderNews } from './use-order-news.ts'
import { useTrackingToken } from './use-tracking-token.ts'

/** An order as it is now, and the token it is followed by. */
export interface OrderNow extends Asked<Order> {
  token: string | null
}

/**
 * Follows an order: the hub tells of changes, and where there is none it is asked for every ORDER_POLL_MS until its end.
 */
export function useOrderNow(orderId: string): OrderNow {
  const token = useTrackingToken(orderId)
  const [ended, setEnded] = useState(false)
  const asked = useAskedBy(
    token === undefined ? null : `${orderId} ${token}`,
    () => fetchOrder(orderId, token ?? null),
    ended ? null : ORDER_POLL_MS,
  )
  const { answer, again } = asked
  const state = answer?.state
  useEffect(() => setEnded(state !== undefined && finalOrderStates.includes(state)), [state])

  useEffect(() => {
    if (answer) seeOrder(answer)
  }, [answer])

  // Who has logged in meanwhile may see what nobody could.
  const userId = useSession(({ user }) => user?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about who asks.
  useEffect(again, [userId, again])

  useOrderNews(orderId, token, again)

  const name = answer && `${orderStateLabels[answer.state]} - order ${answer.number}`
  useEffect(() => {
    if (name) nameDocument(name)
  }, [name])

  return { ...asked, token: token ?? null }
}
