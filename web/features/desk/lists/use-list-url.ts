import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The pause in typing after which the search runs. */
const TYPING_MS = 200

/**
 * The filters of a list. Each filter has the label of its chip, and the text to show when no row matches the filter.
 */
export type ListFilterLabels<F extends string> = Record<F, readonly [label: string, emptyMessage?: string]>

/**
 * Reads and changes the URL of a list. The query holds the filter and the search; the fragment holds the chosen entry.
 * @param filters in the order in which the list shows them
 * @param usual the filter of a URL that contains none
 * @param parameter the name of the filter in the query
 */
export function useListUrl<F extends string>(filters: ListFilterLabels<F>, usual: NoInfer<F>, parameter = 'filter') {
  const { search: query, hash, pathname } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(query)
  const asked = params.get(parameter) ?? ''
  const filter = Object.hasOwn(filters, asked) ? (asked as F) : usual
  const search = params.get('search') ?? ''
  const [searchText, setSearchText] = useState(search)

  /** Changes one parameter of the URL. */
  const set = (name: string, value: string) => {
    const params = new URLSearchParams(query)
    if (value) params.set(name, value)
    else params.delete(name)
    navigate({ pathname, search: params.toString(), hash }, { replace: true })
  }

  // The URL may change while the search is delayed.
  const searchInLatestUrl = useEffectEvent((text: string) => set('search', text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search runs only after a change of the text.
  useEffect(() => {
    if (searchText.trim() === search) return
    const timer = setTimeout(() => searchInLatestUrl(searchText.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [searchText])

  return {
    filters,
    filter,
    emptyMessage: filters[filter][1],
    search,
    searchText,
    setSearchText,
    choose: (next: F) => set(parameter, next === usual ? '' : next),
    chosen: hash.slice(1),
    close: () => navigate({ pathname, search: query }, { replace: true }),
  }
}

export type ListUrl<F extends string> = ReturnType<typeof useListUrl<F>>
