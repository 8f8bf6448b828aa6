import { useEffect } from 'react'
import { SITE_RETRY_MS } from '#contract/limits.ts'

/** Status codes of a proxy whose server is down. */
const AWAY = [502, 503, 504]

/** Calls back when the site can be reached again. It tries when the browser goes online, and with increasing intervals. */
export function useReconnect(waiting: boolean, onBack: () => void): void {
  useEffect(() => {
    if (!waiting) return
    let wait: number = SITE_RETRY_MS.min
    let timer = setTimeout(ask, wait)
    let over = false
    async function ask() {
      clearTimeout(timer)
      // The service worker does not answer HEAD requests.
      const back =
        navigator.onLine &&
        !document.hidden &&
        (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
          ({ status }) => !AWAY.includes(status),
          () => false,
        ))
      if (over) return
      if (back) return onBack()
      clearTimeout(timer)
      timer = setTimeout(ask, wait)
      wait = Math.min(2 * wait, SITE_RETRY_MS.max)
    }
    // The browser may report a network while the first request still waits.
    const online = () => {
      wait = SITE_RETRY_MS.min
      ask()
    }
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', ask)
    return () => {
      over = true
      clearTimeout(timer)
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [waiting, onBack])
}
