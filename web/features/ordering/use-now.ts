import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { getHydrationSafeNow } from '../../kit/initial-data.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'

/**
 * Returns the current time in milliseconds, updated twice a minute, so that opening states and deadlines stay correct.
 */
export function useNow(): number {
  const [now, setNow] = useState(getHydrationSafeNow)
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
  return useValueHeldDuringPress(now)
}
