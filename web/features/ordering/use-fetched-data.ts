import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { readProblem } from '../../api/problem.ts'
import { callAll, listen } from '../../device/listen.ts'
import { findInitialData } from '../../kit/initial-data.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'
import { onLiveEventsMissed, useLiveState } from '../../live/live.ts'

/**
 * Fetches data for pages that guests often open first, without loading TanStack Query. Fetches again when the reader
 * returns to the page, when an event of the hub may have been missed, and every minute unless the connected hub reports
 * changes. When a fetch fails, the earlier data stay.
 * @param key identifies the data; null fetches nothing
 * @param fetchData returns null when the data do not exist
 * @param isReportedByHub whether the hub reports changes of the data to this page
 */
export function useFetchedData<T>(key: string | null, fetchData: () => Promise<T | null>, isReportedByHub: boolean) {
  const [data, setData] = useState(() => findInitialData<T>(key))
  const [outcome, setOutcome] = useState({
    /** Whether the server says that the data do not exist. */
    isMissing: false,
    /** The reason why the data are missing or may be outdated; empty without a problem. */
    problem: '',
  })
  const [attempt, setAttempt] = useState(0)
  const refetch = useCallback(() => setAttempt((last) => last + 1), [])

  const latestFetch = useRef(fetchData)
  latestFetch.current = fetchData
  const fetches = useRef({ key, begun: 0, shown: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` fetches the data again.
  useEffect(() => {
    if (key === null) return
    if (fetches.current.key !== key) fetches.current = { key, begun: 0, shown: 0 }
    const own = fetches.current
    const number = ++own.begun
    // A reply is shown although a later fetch runs. On a slow connection, frequent changes would otherwise discard
    // every reply.
    const isNewest = () => fetches.current === own && number > own.shown
    latestFetch.current().then(
      (fetched) => {
        if (!isNewest()) return
        own.shown = number
        setData(fetched)
        setOutcome({ isMissing: fetched === null, problem: '' })
      },
      async (error) => {
        const { message } = await readProblem(error)
        if (isNewest()) setOutcome({ isMissing: false, problem: message })
      },
    )
  }, [key, attempt])

  useEffect(() => {
    const refetchVisible = () => document.hidden || refetch()
    const isReported = () => isReportedByHub && useLiveState.getState().state === 'live'
    const poll = () => document.hidden || isReported() || refetch()
    const timer = setInterval(poll, MINUTE_MS)
    return callAll(
      () => clearInterval(timer),
      onLiveEventsMissed(refetch),
      listen(document, 'visibilitychange', refetchVisible),
      listen(window, 'focus', refetchVisible),
      listen(window, 'online', refetch),
    )
  }, [refetch, isReportedByHub])

  return useValueHeldDuringPress({ data, ...outcome, refetch })
}
