import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { repeatWhileVisible } from '../../device/repeat-while-visible.ts'
import { getHydrationSafeNow } from '../../kit/initial-data.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'

/** The milliseconds by which the server's clock was ahead of this device's clock, and the time of that device. */
let noted = { ahead: 0, at: 0, monotonicAt: 0 }

/**
 * Notes the time at which the server has sent a reply, because the clock of a device may be wrong. A difference below a
 * minute may come from a slow connection, and is ignored. A reply that took longer than a minute is ignored too, for
 * example because the device has suspended the tab meanwhile.
 * @param sentAt when the request was sent, in milliseconds since 1970
 */
export function noteServerTime({ headers }: Response, sentAt: number): void {
  const now = Date.now()
  const difference = Date.parse(headers.get('date') ?? '') - now
  if (Number.isNaN(difference) || now - sentAt >= MINUTE_MS) return
  noted = { ahead: Math.abs(difference) < MINUTE_MS ? 0 : difference, at: now, monotonicAt: performance.now() }
}

/** Returns the noted difference of the clocks; 0 when this device's clock has been set since. */
function readAheadMs(): number {
  const drift = Date.now() - noted.at - (performance.now() - noted.monotonicAt)
  return Math.abs(drift) < MINUTE_MS ? noted.ahead : 0
}

/**
 * Returns the current time by the server's clock in milliseconds, updated twice a minute while the page is visible, so
 * that opening states and deadlines stay correct.
 */
export function useNow(): number {
  const [now, setNow] = useState(getHydrationSafeNow)
  useEffect(() => {
    const update = () => setNow(Date.now())
    update()
    return repeatWhileVisible(update, MINUTE_MS / 2)
  }, [])
  return useValueHeldDuringPress(now + readAheadMs())
}
