import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { firstTime } from '../../kit/first-render.ts'
import { useSteady } from '../../kit/use-steady.ts'

/**
 * Returns the current time in milliseconds, updated twice a minute, so that opening states and deadlines stay correct.
 */
export function useNow(): number {
  const [now, setNow] = useState(firstTime)
  useEffect(() => {
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, MINUTE_MS / 2)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return useSteady(now)
}
