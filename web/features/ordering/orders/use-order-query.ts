import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { useValueHeldDuringPress } from '../../../kit/use-value-held-during-press.ts'
import { watchOrder } from '../../../live/live.ts'
import { orderKeys, useLiveAwareQueryOptions } from '../queries.ts'
import { findTrackingToken, trackedOrders } from '../stored-orders.ts'

/**
 * Runs a query about an order with its tracking token. Runs the query again when the order changes or another user logs
 * in.
 * @param createQuery returns the options of the query
 */
export function useOrderQuery<T, K extends QueryKey>(
  orderId: string,
  createQuery: (orderId: string, token: string | null) => UseQueryOptions<T, Error, T, K>,
) {
  const client = useQueryClient()
  const token = useTrackingToken(orderId)
  const userId = useSession(({ user }) => user?.id)
  const query = useLiveAwareQueryOptions(createQuery(orderId, token ?? null))
  const { data, error, refetch } = useValueHeldDuringPress(useQuery({ ...query, enabled: token !== undefined }))

  useEffect(() => {
    if (token === undefined) return
    watchOrder(orderId, token)
    return () => watchOrder(null, null)
  }, [orderId, token])
  useLiveInvalidation(orderKeys.order(orderId), 'orderChanged', (event) => event.orderId === orderId)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `userId` fetches the order again, because another user may read other orders.
  useEffect(() => {
    client.invalidateQueries({ queryKey: orderKeys.order(orderId) })
  }, [client, orderId, userId])

  return { data, problem: getErrorMessage(error), refetch, token: token ?? null }
}

/**
 * Returns the tracking token of an order from this browser's storage. A token in the URL, which comes from a mailed
 * link, replaces the stored token.
 * @returns undefined until the token is known, null when there is none
 */
function useTrackingToken(orderId: string): string | null | undefined {
  const linkToken = useFragmentToken()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    if (linkToken === undefined) return
    if (linkToken) trackedOrders.add({ orderId, token: linkToken })
    setToken(linkToken ?? findTrackingToken(orderId))
  }, [orderId, linkToken])
  return token
}
