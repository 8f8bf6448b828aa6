import { useEffect } from 'react'

/** Keeps the screen on while the page is looked at, where the browser can; it lets go by itself when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let left = false
    const keep = async () => {
      if (document.visibilityState !== 'visible') return
      // A battery that is low may refuse it.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (left) lock?.release()
    }
    keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', keep)
      lock?.release()
    }
  }, [])
}
