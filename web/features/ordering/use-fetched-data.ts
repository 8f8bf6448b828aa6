import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { readProblem } from '../../api/problem.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` fetches the data again.
  useEffect(() => {
    if (key === null) return
    let current = true
    latestFetch.current().then(
      (fetched) => {
        if (!current) return
        setData(fetched)
        setOutcome({ isMissing: fetched === null, problem: '' })
      },
      async (error) => {
        const { message } = await readProblem(error)
        if (current) setOutcome({ isMissing: false, problem: message })
      },
    )
    return () => {
      current = false
    }
  }, [key, attempt])

  useEffect(() => {
    const refetchVisible = () => document.hidden || refetch()
    const isReported = () => isReportedByHub && useLiveState.getState().state === 'live'
    const poll = () => document.hidden || isReported() || refetch()
    const timer = setInterval(poll, MINUTE_MS)
    const endMissedEvents = onLiveEventsMissed(refetch)
    document.addEventListener('visibilitychange', refetchVisible)
    window.addEventListener('focus', refetchVisible)
    window.addEventListener('online', refetch)
    return () => {
      clearInterval(timer)
      endMissedEvents()
      document.removeEventListener('visibilitychange', refetchVisible)
      window.removeEventListener('focus', refetchVisible)
      window.removeEventListener('online', refetch)
    }
  }, [refetch, isReportedByHub])

  return useValueHeldDuringPress({ data, ...outcome, refetch })
}
