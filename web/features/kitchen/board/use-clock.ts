import { useEffect, useState } from 'react'

const TICK_MS = 5_000

/**
 * Returns the time by the server's clock, because the clock of a tablet may be wrong.
 * @param ahead the milliseconds by which the server's clock is ahead of this device's
 */
export function useClock(ahead: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, TICK_MS)
    // Browsers slow the timers of hidden pages.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now + ahead
}
