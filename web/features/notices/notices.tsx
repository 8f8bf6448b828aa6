import { type ComponentType, useEffect, useState } from 'react'
import { NOTICE_JITTER_MS, NOTICE_POLL_MS } from '#contract/limits.ts'
import { useSession } from '../../api/session.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { onLive, onLiveAgain } from '../../live/live.ts'
import { useNotices } from './notices-store.ts'

/** The notices of the site (S2.52), on every page. The code of the strip loads with the first notice. */
export function Notices() {
  const userReady = useSession((session) => session.userReady)
  const userId = useSession(({ user }) => user?.id)
  const { notices, fetchNotices, forget } = useNotices()
  const [Strip, setStrip] = useState<ComponentType | null>(null)
  const isShown = useSteady(notices.length > 0 && Strip !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the notices depend on the user.
  useEffect(() => {
    if (!userReady) return
    const ends = startFetchingNotices(fetchNotices)
    return () => {
      ends()
      forget()
    }
  }, [userReady, userId, fetchNotices, forget])

  useEffect(() => {
    if (notices.length === 0) return
    import('./notice-strip.tsx').then(
      ({ NoticeStrip }) => setStrip(() => NoticeStrip),
      // Offline, or after a deploy. The next response tries again.
      (error) => console.info('Loading the notices failed', error),
    )
  }, [notices])

  return (
    <div className="notices" aria-live="polite">
      {Strip && isShown && <Strip />}
    </div>
  )
}

/**
 * Fetches now and every 60 s, in a hidden tab too (S7.12, S9.02). Browsers slow the timers of hidden tabs, so it also fetches
 * when the tab becomes visible, and on live events. @returns a function that stops it
 */
function startFetchingNotices(fetchNotices: () => void): () => void {
  const askWhenShown = () => {
    if (!document.hidden) fetchNotices()
  }
  let soon: ReturnType<typeof setTimeout> | undefined
  // A live event reaches every open page at once. The random delay spreads their requests.
  const askSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(fetchNotices, Math.random() * NOTICE_JITTER_MS)
  }
  fetchNotices()
  const timer = setInterval(fetchNotices, NOTICE_POLL_MS)
  document.addEventListener('visibilitychange', askWhenShown)
  const ends = [onLive('noticesChanged', askSoon), onLiveAgain(askSoon)]
  return () => {
    clearTimeout(soon)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askWhenShown)
    for (const end of ends) end()
  }
}
