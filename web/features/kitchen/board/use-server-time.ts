import { useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import { callAll, listen } from '../../../device/listen.ts'

/**
 * Returns the current time by the server's clock, in milliseconds, because the clock of a tablet may be wrong.
 * @param ahead the milliseconds by which the server's clock is ahead of this device's clock
 * @param tickMs the time between two readings
 */
export function useServerTime(ahead: number, tickMs = 5 * SECOND_MS): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, tickMs)
    // Browsers slow down the timers of hidden pages, so the time is read again when the page becomes visible.
    return callAll(() => clearInterval(timer), listen(document, 'visibilitychange', tick))
  }, [tickMs])
  return now + ahead
}
