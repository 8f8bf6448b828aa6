import { useEffect } from 'react'
import type { Kitchen } from '#contract/menu.ts'
import { getKitchen } from '#contract/ordering.ts'
import { apiFetch } from '../../api/api.ts'
import { nameDocument } from '../../kit/head.ts'
import { onLive, watchKitchen } from '../../live/live.ts'
import { type PublicQuery, usePublicQuery } from './use-public-query.ts'

/**
 * Fetches a kitchen with its menu, and again when the hub reports a change of it.
 * @param slug null fetches nothing
 */
export function useKitchen(slug: string | null): PublicQuery<Kitchen> {
  const query = usePublicQuery(slug && `kitchen ${slug}`, () => fetchKitchen(slug ?? ''))
  const { data, refetch } = query
  const kitchenId = data?.terms.vId
  const name = data?.terms.name

  useEffect(() => {
    if (!kitchenId) return
    watchKitchen(kitchenId)
    const end = onLive('kitchenChanged', (changedId) => changedId === kitchenId && refetch())
    return () => {
      end()
      watchKitchen(null)
    }
  }, [kitchenId, refetch])

  useEffect(() => {
    if (name) nameDocument(name)
  }, [name])

  return query
}

/** Returns the kitchen of a slug; null when there is none. */
async function fetchKitchen(slug: string): Promise<Kitchen | null> {
  const response = await apiFetch(getKitchen, { params: { slug } })
  return response.ok ? response.json() : null
}
