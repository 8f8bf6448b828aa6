import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf, UNREACHABLE } from '../../api/problem.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { onLiveAgain, useLive } from '../../live/live.ts'

/** What anybody may ask for: what was answered last, or why there is nothing. */
export interface Asked<T> {
  answer: T | null
  /** Nothing is at this address. */
  missing: boolean
  /** Why there is no answer, or no newer one, in words. */
  problem: string
  again: () => void
}

/**
 * Asks for something, and again when the window is looked at, when the hub may have told something meanwhile, and every
 * so often where there is no hub. What has been answered stays while no newer answer comes.
 * @param key what is asked for; null asks for nothing yet
 * @param call asks; it answers with null where there is nothing
 * @param everyMs null asks no more by itself
 */
export function useAskedBy<T>(key: string | null, call: () => Promise<T | null>, everyMs: number | null): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null)
  const [outcome, setOutcome] = useState({ missing: false, problem: '' })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((last) => last + 1), [])

  const latest = useRef(call)
  latest.current = call
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
  useEffect(() => {
    if (key === null) return
    let current = true
    latest.current().then(
      (answered) => {
        if (!current) return
        setAnswer(answered)
        setOutcome({ missing: answered === null, problem: '' })
      },
      async (error) => {
        const { message } = await problemOf(error, UNREACHABLE)
        if (current) setOutcome({ missing: false, problem: message })
      },
    )
    return () => {
      current = false
    }
  }, [key, turn])

  useEffect(() => {
    const looked = () => document.hidden || again()
    const due = () => document.hidden || useLive.getState().state === 'live' || again()
    const timer = everyMs === null ? undefined : setInterval(due, everyMs)
    const end = onLiveAgain(again)
    document.addEventListener('visibilitychange', looked)
    window.addEventListener('focus', looked)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      end()
      document.removeEventListener('visibilitychange', looked)
      window.removeEventListener('focus', looked)
      window.removeEventListener('online', again)
    }
  }, [again, everyMs])

  return useSteady({ answer, ...outcome, again })
}
