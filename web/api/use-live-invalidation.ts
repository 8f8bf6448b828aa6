import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { HubClientMethods } from '#contract/live.ts'
import { callAll } from '../device/listen.ts'
import { onLiveEvent, onLiveEventsMissed, useLiveState } from '../live/live.ts'

/**
 * Fetches queries again after an event. The reply to a running fetch may be older than the event, so another fetch
 * follows it. The running fetch is not cancelled, because frequent events would then cancel every fetch.
 */
export async function invalidateAfterRunningFetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false })
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/**
 * Fetches queries again when the hub sends an event, and when an event may have been missed.
 * @param queryKey the beginning of the keys of these queries
 * @param isConcerned returns whether an event is about these queries
 */
export function useLiveInvalidation<E extends keyof HubClientMethods>(
  queryKey: QueryKey,
  event: E,
  isConcerned: (...details: Parameters<HubClientMethods[E]>) => boolean = () => true,
): void {
  const client = useQueryClient()
  const latest = useRef({ queryKey, isConcerned })
  latest.current = { queryKey, isConcerned }
  useEffect(() => {
    const invalidate = () => void invalidateAfterRunningFetch(client, latest.current.queryKey)
    return callAll(
      onLiveEvent(event, (...details) => latest.current.isConcerned(...details) && invalidate()),
      onLiveEventsMissed(invalidate),
    )
  }, [client, event])
}

/**
 * Returns the interval at which a query is repeated: `pollMs` while the hub is away, and false while the connected hub
 * reports changes.
 */
export const useLiveAwareInterval = (pollMs: number): number | false =>
  useLiveState(({ state }) => (state === 'live' ? false : pollMs))
