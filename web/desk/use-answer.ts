import { useCallback, useEffect, useRef, useState } from 'react'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { pathOf, type RequestArgument } from '../kit/api.ts'
import { api } from '../kit/call-api.ts'
import { messageOf } from '../kit/problem.ts'

/** What has been answered to a call of the desk. */
export interface Answer<T> {
  /** What was answered last; while another path is asked for, still that of the one before. */
  data: T | undefined
  asking: boolean
  /** Why there is no answer, or no newer one. */
  problem: string
  reload: () => void
  /** Changes what is shown without asking again. */
  setData: (change: (data: T) => T) => void
}

/** Asks an endpoint, and again when the request changes. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  ...[request]: RequestArgument<E>
): Answer<Reply<E>> & { path: string; fetchMore: (cursor: string) => Promise<Reply<E>> } {
  const { params, query } = (request ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = pathOf(endpoint, params, query)
  const [data, setData] = useState<Reply<E>>()
  const [asking, setAsking] = useState(true)
  const [problem, setProblem] = useState('')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
  useEffect(() => {
    const { signal, abort } = abortable()
    setAsking(true)
    api(endpoint, ...([{ ...request, signal }] as unknown as RequestArgument<E>))
      .then((answer) => {
        if (signal.aborted) return
        setData(answer)
        setProblem('')
        setAsking(false)
      })
      .catch((error) => {
        if (signal.aborted) return
        setProblem(messageOf(error) ?? '')
        setAsking(false)
      })
    return abort
  }, [path, turn])

  const change = useCallback(
    (by: (data: Reply<E>) => Reply<E>) => setData((now) => (now === undefined ? now : by(now))),
    [],
  )
  const fetchMore = (cursor: string) =>
    api(endpoint, ...([{ ...request, query: { ...query, cursor } }] as unknown as RequestArgument<E>))
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  return { data, asking, problem, reload, setData: change, path, fetchMore }
}

/** Loads the next pages of a list and puts them behind those that are there. */
export function useMore<T extends { next: string | null; damaged?: DamagedRows }>(
  { data, setData, path, fetchMore }: Answer<T> & { path: string; fetchMore: (cursor: string) => Promise<T> },
  join: (list: T, more: T) => T,
) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const latest = useRef(path)
  latest.current = path
  const next = data?.next
  const more = async () => {
    if (asking || !next) return
    setAsking(true)
    setProblem('')
    try {
      const page = await fetchMore(next)
      // Another list may have been asked for meanwhile.
      if (latest.current === path)
        setData((list) => (list.next === next ? { ...join(list, page), ...damagedIn(list, page) } : list))
    } catch (error) {
      setProblem(messageOf(error) ?? '')
    }
    setAsking(false)
  }
  return { hasMore: Boolean(next), asking, problem, more, damaged: data?.damaged }
}

/** The damaged rows of several pages of a list. */
const damagedIn = (...pages: readonly { damaged?: DamagedRows }[]) => ({
  damaged: pages.flatMap(({ damaged = [] }) => damaged),
})

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
