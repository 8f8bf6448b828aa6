import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { NOTICE_JITTER_MS } from '#contract/limits.ts'
import { useSession } from '../../api/session.ts'
import { useSteady } from '../../kit/use-steady.ts'
import { onLiveOrMissed } from '../../live/live.ts'
import { noticesStore } from './notices-store.ts'

/** The notices of the site (S2.52), on every page. boot.ts polls them. The code of the strip loads with the first notice. */
export function Notices() {
  const userId = useSession(({ user }) => user?.id)
  const { notices, hidden, showHidden, fetchNotices, fetchNoticesFor, forget } = useStore(noticesStore)
  const [Strip, setStrip] = useState<ComponentType | null>(null)
  const isShown = useSteady(notices.length > 0 && Strip !== null)

  useEffect(() => {
    if (userId === undefined) return
    fetchNoticesFor(userId)
    return () => {
      forget()
      fetchNotices()
    }
  }, [userId, fetchNotices, fetchNoticesFor, forget])
  useEffect(fetchAfterLiveEvents, [])

  useEffect(() => {
    if (notices.length === 0) return
    import('./notice-strip.tsx').then(
      ({ NoticeStrip }) => setStrip(() => NoticeStrip),
      // The browser is offline, or there was a deploy. The next response causes another attempt.
      (error) => console.info('Loading the notices failed', error),
    )
  }, [notices])

  return (
    <div>
      <div aria-live="polite">{Strip && isShown && <Strip />}</div>
      {hidden.length > 0 && notices.length === 0 && (
        <button type="button" className="hidden-notices" onClick={showHidden}>
          {hidden.length === 1 ? 'Show the hidden notice' : `Show ${hidden.length} hidden notices`}
        </button>
      )}
    </div>
  )
}

/**
 * Fetches the notices after live events. A random delay spreads the requests of all open pages.
 * @returns a function that ends this
 */
function fetchAfterLiveEvents(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const fetchSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(noticesStore.getState().fetchNotices, Math.random() * NOTICE_JITTER_MS)
  }
  const end = onLiveOrMissed('noticesChanged', fetchSoon)
  return () => {
    clearTimeout(soon)
    end()
  }
}
