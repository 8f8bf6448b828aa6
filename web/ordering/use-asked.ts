import { useCallback, useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { apiFetch } from '../kit/api.ts'
import { onLiveAgain, useLive } from '../kit/live.ts'
import { problemOf, UNREACHABLE } from '../kit/problem.ts'
import { useSteady } from '../kit/use-steady.ts'

/** What anybody may ask for: what was answered last, or why there is nothing. */
export interface Asked<T> {
  answer: T | null
  /** Nothing is at this address. */
  missing: boolean
  /** Why there is no answer, or no newer one, in words. */
  problem: string
  again: () => void
}

/** What anybody may ask for by its path, every minute where there is no hub. @param path null asks for nothing yet */
export const useAsked = <T>(path: `/${string}` | null): Asked<T> => useAskedBy<T>(path, ask, MINUTE_MS)

/**
 * Asks for something, and again when the window is looked at, when the hub may have told something meanwhile, and every
 * so often where there is no hub. What has been answered stays while no newer answer comes.
 * @param path null asks for nothing yet
 * @param call asks; it answers with null where there is nothing. The same function each time
 * @param everyMs null asks no more by itself
 */
export function useAskedBy<T, P extends string = `/${string}`>(
  path: P | null,
  call: (path: P) => Promise<T | null>,
  everyMs: number | null,
): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null)
  const [outcome, setOutcome] = useState({ missing: false, problem: '' })
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((last) => last + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
  useEffect(() => {
    if (path === null) return
    let current = true
    call(path).then(
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
  }, [path, call, turn])

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

/** @returns null where there is nothing */
async function ask<T>(path: `/${string}`): Promise<T | null> {
  const response = await apiFetch(path)
  return response.ok ? response.json() : null
}
