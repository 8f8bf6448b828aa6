import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** How long the search waits for the next letter. */
const TYPING_MS = 200

/**
 * What the address of a list says: its filter and its search, and after the # which entry is looked at.
 * @param filters their names, of which the usual one does not stand in the address
 * @param parameter the name of the filter in the query
 */
export function useListAddress<F extends string>(filters: readonly F[], usual: F, parameter: string) {
  const { search: query, hash, pathname } = useLocation()
  const navigate = useNavigate()
  const address = useRef({ query, hash })
  useEffect(() => {
    address.current = { query, hash }
  }, [query, hash])
  const asked = new URLSearchParams(query)
  const filter = filters.find((name) => name === asked.get(parameter)) ?? usual
  const search = asked.get('search') ?? ''
  const [typed, setTyped] = useState(search)

  /** On top of what the address says by then: while a search waits, an entry may be chosen. */
  const set = (name: string, value: string) => {
    const params = new URLSearchParams(address.current.query)
    if (value) params.set(name, value)
    else params.delete(name)
    navigate({ pathname, search: params.toString(), hash: address.current.hash }, { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is searched for once it rests.
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => set('search', typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return {
    filter,
    search,
    typed,
    setTyped,
    choose: (next: F) => set(parameter, next === usual ? '' : next),
    chosen: hash.slice(1),
    close: () => navigate({ pathname, search: query }, { replace: true }),
  }
}
