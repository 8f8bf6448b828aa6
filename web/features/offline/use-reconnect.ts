import { useEffect } from 'react'
import { SITE_RETRY_MS } from '#contract/limits.ts'

/** What a proxy says while the server behind it is away. */
const AWAY = [502, 503, 504]

/** Calls once the site answers again: asked when the browser has a network again, and from time to time, more and more seldom. */
export function useReconnect(waiting: boolean, onBack: () => void): void {
  useEffect(() => {
    if (!waiting) return
    let wait: number = SITE_RETRY_MS.min
    let timer = setTimeout(ask, wait)
    let over = false
    async function ask() {
      clearTimeout(timer)
      // The service worker leaves a HEAD alone.
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
    // What the browser says of its network may come before the first answer does.
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
