import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { HubClientMethods } from '#contract/live.ts'
import { onLiveEvent, onLiveEventsMissed } from '../live/live.ts'

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
    const invalidate = async () => {
      const { queryKey } = latest.current
      // The reply to a running fetch may be older than the event. Without data, invalidating would only wait for it.
      await client.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false })
      await client.invalidateQueries({ queryKey })
    }
    const unsubscribes = [
      onLiveEvent(event, (...details) => latest.current.isConcerned(...details) && invalidate()),
      onLiveEventsMissed(invalidate),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [client, event])
}
