import { useCallback, useEffect, useRef, useState } from 'react'
import type { DamagedRows } from '#contract/damaged-rows.ts'
import { Failure } from '../kit/work/failure.ts'
import { ask } from './ask.ts'

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

/** Asks for what is at a path below /api/desk, and again when the path changes; a null path asks for nothing. */
export function useAnswer<T>(path: '' | `/${string}` | null): Answer<T> {
  const [data, setData] = useState<T>()
  const [asking, setAsking] = useState(path !== null)
  const [problem, setProblem] = useState('')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
  useEffect(() => {
    if (path === null) return
    const { signal, abort } = abortable()
    setAsking(true)
    ask<T>(path, { signal })
      .then((answer) => {
        if (signal.aborted) return
        setData(answer)
        setProblem('')
        setAsking(false)
      })
      .catch((error) => {
        if (signal.aborted) return
        setProblem(wordsOf(error))
        setAsking(false)
      })
    return abort
  }, [path, turn])

  const change = useCallback((by: (data: T) => T) => setData((now) => (now === undefined ? now : by(now))), [])
  return { data, asking, problem, reload: useCallback(() => setTurn((last) => last + 1), []), setData: change }
}

/** Loads the next pages of a list and puts them behind those that are there. */
export function useMore<T extends { next: string | null; damaged?: DamagedRows }>(
  path: `/${string}`,
  { data, setData }: Answer<T>,
  join: (list: T, more: T) => T,
) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const latest = useRef(path)
  latest.current = path
  const next = data?.next
  const more = async () => {
    if (asking) return
    setAsking(true)
    setProblem('')
    try {
      const page = await ask<T>(`${path}${path.includes('?') ? '&' : '?'}cursor=${next}`)
      // Another list may have been asked for meanwhile.
      if (latest.current === path)
        setData((list) => (list.next === next ? { ...join(list, page), ...damagedIn(list, page) } : list))
    } catch (error) {
      setProblem(wordsOf(error))
    }
    setAsking(false)
  }
  return { hasMore: Boolean(next), asking, problem, more, damaged: data?.damaged }
}

/** The damaged rows of several pages of a list. */
const damagedIn = (...pages: readonly { damaged?: DamagedRows }[]) => ({
  damaged: pages.flatMap(({ damaged = [] }) => damaged),
})

/** What to say of something thrown. */
export const wordsOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'Something went wrong on this page. Reload it, then try again.'

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
