import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { useLiveInvalidation } from '../../../api/use-live-invalidation.ts'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { useValueHeldDuringPress } from '../../../kit/use-value-held-during-press.ts'
import { setWatchedOrder } from '../../../live/live.ts'
import { orderKeys, useLiveAwareQueryOptions } from '../queries.ts'
import { findTrackingToken, trackedOrders } from '../stored-orders.ts'

/**
 * Runs a query about an order with its tracking token, which comes from a mailed link or from this browser's storage.
 * Runs the query again when the order changes or another user logs in.
 * @param createQuery returns the options of the query
 */
export function useOrderQuery<T, K extends QueryKey>(
  orderId: string,
  createQuery: (orderId: string, token: string | null) => UseQueryOptions<T, Error, T, K>,
) {
  const client = useQueryClient()
  const linkToken = useFragmentToken()
  const [refusedToken, setRefusedToken] = useState<string | null>(null)
  const isFromLink = !!linkToken && linkToken !== refusedToken
  const token = linkToken === undefined ? undefined : isFromLink ? linkToken : findTrackingToken(orderId)
  const userId = useSession(({ user }) => user?.id)
  const query = useLiveAwareQueryOptions(createQuery(orderId, token ?? null))
  const { data, error, refetch } = useValueHeldDuringPress(useQuery({ ...query, enabled: token !== undefined }))

  // A token from a mailed link replaces the stored token only when the server has accepted it, because a link may be
  // damaged. If no token is stored, the new token is stored at once, so that a reload without a connection keeps it.
  useEffect(() => {
    if (!isFromLink) return
    if (data === null) setRefusedToken(linkToken)
    else if (data !== undefined || findTrackingToken(orderId) === null) trackedOrders.add({ orderId, token: linkToken })
  }, [orderId, linkToken, isFromLink, data])
  useEffect(() => {
    if (token === undefined) return
    setWatchedOrder(orderId, token)
    return () => setWatchedOrder(null, null)
  }, [orderId, token])
  useLiveInvalidation(orderKeys.order(orderId), 'orderChanged', (event) => event.orderId === orderId)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `userId` fetches the order again, because another user may read other orders.
  useEffect(() => {
    client.invalidateQueries({ queryKey: orderKeys.order(orderId) })
  }, [client, orderId, userId])

  return { data, problem: getErrorMessage(error), refetch, token: token ?? null }
}
