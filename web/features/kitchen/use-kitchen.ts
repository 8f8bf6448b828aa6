import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { messageOf } from '../../api/problem.ts'
import { useLiveInvalidation } from '../../api/use-live-invalidation.ts'
import { watchKitchen } from '../../live/live.ts'
import { kitchenQueries } from './queries.ts'

/** The kitchen of an address, as far as its members may see it. */
export type KitchenState =
  | { state: 'loading' }
  | { state: 'not yours' }
  | { state: 'failed'; message: string; retry: () => void }
  | {
      state: 'here'
      kitchen: ManagedKitchen
      /** Shows the kitchen of a reply. */
      change: (kitchen: ManagedKitchen) => void
    }

/**
 * Fetches the kitchen of a slug when the reader works in it, and again when the hub reports a change.
 * @param slug null fetches nothing yet
 */
export function useKitchen(slug: string | null): KitchenState {
  const client = useQueryClient()
  const query = kitchenQueries.bySlug(slug)
  const { data: kitchen, error, refetch } = useQuery(query)
  const kitchenId = kitchen?.terms.vId

  useEffect(() => {
    if (!kitchenId) return
    watchKitchen(kitchenId)
    return () => watchKitchen(null)
  }, [kitchenId])
  useLiveInvalidation(query.queryKey, 'kitchenChanged', (changed) => changed === kitchenId)

  // A kitchen that was fetched stays in view while fetching fails.
  if (kitchen) return { state: 'here', kitchen, change: (changed) => void client.setQueryData(query.queryKey, changed) }
  if (kitchen === null) return { state: 'not yours' }
  if (error) return { state: 'failed', message: messageOf(error) ?? '', retry: () => void refetch() }
  return { state: 'loading' }
}
