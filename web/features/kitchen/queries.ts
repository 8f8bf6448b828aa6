import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getOwnKitchen, listOwnKitchens, type ManagedKitchen } from '#contract/kitchen.ts'
import { getSalesFigures } from '#contract/kitchen-orders.ts'
import { getStatement } from '#contract/statements.ts'
import { api } from '../../api/call-api.ts'
import { ApiError } from '../../api/problem.ts'

/** Everything that the pages of a kitchen fetch. */
export const kitchenQueries = {
  /** The kitchens that the reader works in, and whether they may begin one. */
  own: () => queryOptions({ queryKey: ['kitchens'], queryFn: ({ signal }) => api(listOwnKitchens, { signal }) }),
  /** The kitchen of a slug; null when the reader does not work in it, or there is none. */
  bySlug: (slug: string | null) =>
    queryOptions({
      queryKey: ['kitchen', 'by slug', slug],
      queryFn: ({ signal }) => fetchKitchen(slug ?? '', signal),
      enabled: slug !== null,
      // A kitchen whose slug is changed stays in view.
      placeholderData: keepPreviousData,
    }),
  figures: (kitchenId: string) =>
    queryOptions({
      queryKey: ['kitchen', kitchenId, 'figures'],
      queryFn: ({ signal }) => api(getSalesFigures, { params: { vId: kitchenId }, signal }),
    }),
  /** @param month such as 2026-11 */
  statement: (kitchenId: string, month: string) =>
    queryOptions({
      queryKey: ['kitchen', kitchenId, 'statement', month],
      queryFn: ({ signal }) => api(getStatement, { params: { vId: kitchenId, month }, signal }),
      placeholderData: keepPreviousData,
    }),
}

async function fetchKitchen(slug: string, signal: AbortSignal): Promise<ManagedKitchen | null> {
  const { kitchens } = await api(listOwnKitchens, { signal })
  const own = kitchens.find((kitchen) => kitchen.slug === slug)
  if (!own) return null
  return api(getOwnKitchen, { params: { vId: own.vId }, signal }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}
