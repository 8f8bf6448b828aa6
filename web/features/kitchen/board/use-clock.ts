import { useEffect, useState } from 'react'

/** How often what depends on the time is looked at again. */
const TICK_MS = 5_000

/**
 * The time by the server's clock, again and again: a tablet's own may be wrong.
 * @param ahead how far the server's is ahead of this device's, in milliseconds
 */
export function useClock(ahead: number): number {
  const [here, setHere] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setHere(Date.now())
    const timer = setInterval(tick, TICK_MS)
    // While nobody looks the browser may let it rest.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return here + ahead
}
