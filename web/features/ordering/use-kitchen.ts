import { useEffect } from 'react'
import type { Kitchen } from '#contract/menu.ts'
import { getKitchen } from '#contract/ordering.ts'
import { fetchWithoutSession } from '../../api/api.ts'
import { callAll } from '../../device/listen.ts'
import { setDocumentTitle } from '../../kit/head.ts'
import { onLiveEvent, setWatchedKitchen } from '../../live/live.ts'
import { useFetchedData } from './use-fetched-data.ts'
import { noteServerTime } from './use-now.ts'

/**
 * Fetches a kitchen with its menu, and fetches it again when the hub reports a change. The kitchen's name becomes the
 * title of the document.
 * @param slug null fetches nothing
 * @param titlePrefix the text before the name of the kitchen
 */
export function useKitchen(slug: string | null, titlePrefix = '') {
  const fetchKitchen = async (): Promise<Kitchen | null> => {
    const sentAt = Date.now()
    const response = await fetchWithoutSession(getKitchen, { params: { slug: slug ?? '' } })
    noteServerTime(response, sentAt)
    return response.ok ? response.json() : null
  }
  const query = useFetchedData(slug && `kitchen ${slug}`, fetchKitchen, true)
  const { data, refetch } = query
  const kitchenId = data?.terms.vId
  const name = data?.terms.name

  useEffect(() => {
    if (!kitchenId) return
    setWatchedKitchen(kitchenId)
    return callAll(
      onLiveEvent('kitchenChanged', (changedId) => changedId === kitchenId && refetch()),
      () => setWatchedKitchen(null),
    )
  }, [kitchenId, refetch])

  useEffect(() => {
    if (name) setDocumentTitle(titlePrefix + name)
  }, [name, titlePrefix])

  return query
}
